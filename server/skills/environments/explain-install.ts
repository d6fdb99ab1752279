import type { ProcessOutcome } from "../../security/child-process/supervised-process.ts";
import type { MakeOptions } from "./install-options.ts";

interface Reason {
  readonly pattern: RegExp;
  say(found: RegExpExecArray, options: Pick<MakeOptions, "indexUrl" | "mode">): string;
}

/** What pip prints, in the order of what explains the others: without a connection it also finds no version. */
const REASONS: readonly Reason[] = [
  {
    pattern: /(?:403 |Error: )(\S+ is none of the hosts that are declared|\S+ leads to an address[^'"\n]*)/,
    say: ([, text = ""], { indexUrl }) =>
      `${indexUrl} keeps its files where installations do not reach: ${text.replace(" that are declared", " it may use")}. If you trust that host, name it in OPENHIVE_OUTBOUND_ALLOW.`,
  },
  {
    pattern:
      /Index: 502|NewConnectionError|ConnectTimeoutError|NameResolutionError|ProxyError|Connection refused|Network is unreachable|ReadTimeoutError/,
    say: (_found, { indexUrl }) =>
      `The package index ${indexUrl} does not answer. Connect this machine to it, or name one that it reaches in OPENHIVE_PACKAGE_INDEX; then prepare the skill again.`,
  },
  {
    pattern: /SSLError|CERTIFICATE_VERIFY_FAILED/,
    say: (_found, { indexUrl }) =>
      `The certificate of ${indexUrl} is not trusted here. Add it to the system's certificates.`,
  },
  {
    pattern: /DO NOT MATCH THE HASHES|HashMismatch|Expected sha\w+ [^\n]+/i,
    say: () =>
      "A package is not the one whose hash the skill names. Do not use it before its author has said why.",
  },
  {
    pattern: /require-hashes mode|Hashes are required/,
    say: () => "One requirement has a hash, so all need one, and also the packages that they bring in.",
  },
  {
    pattern: /No matching distribution found for ([^\n]+)/,
    say: ([, name = "a package"], { indexUrl, mode }) =>
      mode === "wheels"
        ? `${indexUrl} has no wheel of ${name.trim()} for this Python. Check the name and the version; if there are only sources and you trust them, set OPENHIVE_SKILL_INSTALL=any.`
        : `${indexUrl} has no ${name.trim()} for this Python. Check the name and the version.`,
  },
  {
    pattern: /ResolutionImpossible|conflicting dependencies/,
    say: () => "The versions that the skill asks for do not go together. Loosen one of them.",
  },
  {
    pattern: /Invalid (?:requirement|marker): ([^\n]+)/,
    say: ([, text = ""]) => `This is no requirement: ${text}`,
  },
  {
    pattern: /No space left on device|Disk quota exceeded/,
    say: () => "The disk is full. Make room under the data folder and prepare the skill again.",
  },
];

const MAX_TAIL = 600;

/** An address as it may be shown: who logs in there is nobody else's to know. */
function withoutLogin(address: string): string {
  const url = new URL(address);
  url.username = "";
  url.password = "";
  return url.href;
}

/** Why an installation failed and what to do, in a sentence or two for people. */
export function explainInstall(
  outcome: Pick<ProcessOutcome, "end" | "exitCode" | "logs">,
  options: Pick<MakeOptions, "indexUrl" | "mode">,
): string {
  if (outcome.end === "timed_out")
    return "The installation took more than 15 minutes and was stopped. Try again.";
  if (outcome.end === "not_started")
    return "The installation could not be started. npx openhive doctor says more.";
  const lastLine = outcome.logs.trim().split("\n").at(-1) ?? "";
  if (outcome.exitCode === 3) return lastLine;
  for (const { pattern, say } of REASONS) {
    const found = pattern.exec(outcome.logs);
    if (found) return say(found, { ...options, indexUrl: withoutLogin(options.indexUrl) });
  }
  return `The installation failed. The last it said: ${outcome.logs.trim().slice(-MAX_TAIL)}`;
}
