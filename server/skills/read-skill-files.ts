import { okText, type ToolResult, toolError } from "../contract/tool-result.ts";
import { readInside } from "../security/read-inside.ts";
import type { SkillRecord } from "./skill-record.ts";

const MAX_TEXT_BYTES = 1_000_000;

/** The skill's files, a line each. */
export function listSkillFiles(skill: SkillRecord): ToolResult {
  const lines = skill.files.map((file) => `${file.path} (${file.size} bytes)`);
  return okText(
    lines.join("\n") || "The skill has no files.",
    skill.files.map((file) => ({ ...file })),
  );
}

/** The text of one of the skill's files. Only files that the catalogue lists are read. */
export async function readSkillFile(skill: SkillRecord, path: string): Promise<ToolResult> {
  const wanted = path.replace(/^\.\//, "");
  const file = skill.files.find((one) => one.path === wanted);
  if (!file) {
    const hint = `Its files: ${skill.files
      .slice(0, 50)
      .map((one) => one.path)
      .join(", ")}`;
    return toolError("invalid_input", `${skill.name} has no file "${path.slice(0, 200)}".`, hint);
  }
  if (file.size > MAX_TEXT_BYTES)
    return toolError(
      "limit_reached",
      `${file.path} has ${file.size} bytes; at most ${MAX_TEXT_BYTES} can be read.`,
    );
  const { content } = await readInside(skill.folder, file.path, MAX_TEXT_BYTES);
  if (content.subarray(0, 8_000).includes(0)) {
    return toolError(
      "invalid_input",
      `${file.path} is not text (${file.size} bytes).`,
      "A script of the skill may know what to do with it.",
    );
  }
  return okText(content.toString("utf8"));
}
