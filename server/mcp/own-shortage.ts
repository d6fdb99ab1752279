import { codeOf } from "../contract/error-code.ts";
import { ownValue } from "../contract/own-value.ts";

/** What this machine, or this process, has no more of, by the code that Node gives. */
const SHORTAGES: Readonly<Record<string, string>> = {
  EMFILE: "too many files are open. Try again later, or raise the limit (ulimit -n).",
  ENFILE: "too many files are open. Try again later, or raise the limit (ulimit -n).",
  EAGAIN: "too many processes run. Try again later, or raise the limit (ulimit -u).",
  ENOMEM: "there is no memory left. Try again later, or give this machine more.",
};

const MOST_CAUSES = 10;

/** Words for a start that failed for want of something of ours; undefined where the server, or its settings, are to blame. */
export function ownShortage(error: unknown): string | undefined {
  let cause = error;
  for (let depth = 0; cause instanceof Error && depth < MOST_CAUSES; depth += 1) {
    const words = ownValue(SHORTAGES, codeOf(cause));
    if (words !== undefined) return words;
    cause = cause.cause;
  }
  return undefined;
}
