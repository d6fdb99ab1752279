import { CommanderError } from "commander";
import { isAppError } from "../contract/app-error.ts";
import type { Output } from "./output.ts";

/**
 * Says why a command did not do its work and gives its exit code: 1, or 2 for wrong usage. The sentence goes to standard error;
 * with `--json` the answer is `{"error": {"code", "message"}}`, so that a program always has something to read.
 */
export function reportFailedCommand(error: unknown, argv: readonly string[], output: Output): number {
  // Help and the version come this way too. The sentences of wrong usage have been said already.
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const failure = toFailure(error);
  if (!(error instanceof CommanderError)) output.tell(failure.told);
  if (wantsJson(argv))
    output.print(JSON.stringify({ error: { code: failure.code, message: failure.message } }));
  return failure.code === "usage" ? 2 : 1;
}

interface Failure {
  readonly code: string;
  readonly message: string;
  /** The same for people, with where it happened when it is a fault of OpenHive. */
  readonly told: string;
}

function toFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof CommanderError)
    return { code: "usage", message: message.replace(/^error: /, ""), told: message };
  if (isAppError(error)) return { code: error.code, message, told: message };
  const stack = error instanceof Error ? (error.stack ?? message) : message;
  return { code: "internal", message, told: `Something inside OpenHive failed: ${stack}` };
}

/** Whether a command was asked to answer in JSON. What stands after `--` is another program's. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end < 0 ? argv : argv.slice(0, end)).includes("--json");
}
