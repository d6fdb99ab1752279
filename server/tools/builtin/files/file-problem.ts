import { isAppError } from "../../../contract/app-error.ts";
import { codeOf } from "../../../contract/error-code.ts";
import { type ToolErrorCode, type ToolResult, toolError } from "../../../contract/tool-result.ts";

/** Why a file cannot be read or written, in words for the agent: thrown inside the family, answered by `answering`. */
export class FileProblem extends Error {
  readonly code: ToolErrorCode;
  readonly hint: string;

  constructor(code: ToolErrorCode, message: string, hint: string) {
    super(message);
    this.name = "FileProblem";
    this.code = code;
    this.hint = hint;
  }
}

const KNOWN: Readonly<Record<string, readonly [string, string]>> = {
  ENOENT: ["There is no such file or folder.", "Look with list_directory or glob which there are."],
  ENOTDIR: ["A part of the path is a file, not a folder.", "Look with list_directory what is there."],
  EISDIR: ["This is a folder.", "Name a file, or use list_directory."],
  ELOOP: ["The path was changed into a link while it was opened.", "Name the real path."],
  ENAMETOOLONG: ["The name is too long.", "Use a shorter one."],
  ENOSPC: ["The disk is full.", "Tell a person."],
  ENXIO: ["This is no ordinary file but a socket or a device.", "Use another path."],
  ENODEV: ["This is no ordinary file but a device.", "Use another path."],
  EACCES: ["OpenHive may not open this.", "Use another path."],
};

/** Runs one call; what is wrong with a path or a file becomes an answer, anything else is thrown on. */
export async function answering(work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileProblem) return toolError(error.code, error.message, error.hint);
    if (isAppError(error) && error.code === "forbidden")
      return toolError(
        "denied",
        error.message,
        "Use a path relative to the workspace, without links out of it.",
      );
    const [message, hint] = KNOWN[codeOf(error)] ?? [];
    if (message === undefined) throw error;
    return toolError("tool_failed", message, hint);
  }
}
