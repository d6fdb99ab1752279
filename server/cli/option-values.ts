import { InvalidArgumentError } from "commander";
import type { ModelChoice } from "../contract/org-document.ts";

/** How values of options are read. What does not fit is wrong usage: the command is not begun, and its exit code is 2. */

export function toPositiveNumber(text: string): number {
  const number = Number(text);
  if (Number.isFinite(number) && number > 0) return number;
  throw new InvalidArgumentError("It has to be a number above 0.");
}

export function toWholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new InvalidArgumentError("It has to be a whole number above 0.");
}

/** PROVIDER/MODEL; a model's name may hold slashes of its own. */
export function toModel(text: string): ModelChoice {
  const slash = text.indexOf("/");
  if (slash > 0 && slash < text.length - 1)
    return { provider: text.slice(0, slash), model: text.slice(slash + 1) };
  throw new InvalidArgumentError("It has to be PROVIDER/MODEL, for example anthropic/claude-sonnet-5.");
}

/** Collects NAME=VALUE of an option that may be there several times. */
export function toVariables(
  text: string,
  earlier: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const at = text.indexOf("=");
  // What was typed may be a secret, and is not repeated by this sentence.
  if (at <= 0) throw new InvalidArgumentError("It has to be NAME=VALUE.");
  return { ...earlier, [text.slice(0, at)]: text.slice(at + 1) };
}
