import * as destroying from "./families/destroying.ts";
import type { DenyFamily, ReadShell } from "./families/family.ts";
import * as gaining from "./families/gaining-rights.ts";
import * as handed from "./families/handed-programs.ts";
import * as hidden from "./families/hidden-programs.ts";
import { hidesTraces } from "./families/hiding-traces.ts";
import { ordersIn } from "./families/orders.ts";
import { ordersOtherShells } from "./families/other-shells.ts";
import * as publishing from "./families/publishing.ts";
import * as reaching from "./families/reaching-out.ts";
import { opensSecretStores } from "./families/secret-stores.ts";
import * as serving from "./families/serving.ts";
import * as system from "./families/system-files.ts";
import { trustsStrangers } from "./families/trusting-strangers.ts";
import { readShell } from "./read-shell.ts";
import type { ShellCommand } from "./shell-command.ts";

/** Whether a command may run as far as it is known by itself. */
export type ShellVerdict =
  | { readonly ok: true; readonly commands: readonly ShellCommand[] }
  | {
      readonly ok: false;
      readonly reason: string;
      /** It was read and is one of what never runs; otherwise it is refused because it cannot be read. */
      readonly isForbidden?: true;
    };

/** What never runs, whoever allows it and in whatever sandbox. */
const FAMILIES: readonly DenyFamily[] = [
  ...Object.values(destroying),
  ...Object.values(reaching),
  ...Object.values(gaining),
  ...Object.values(hidden),
  ...Object.values(handed),
  system.changesSystemFiles,
  hidesTraces,
  trustsStrangers,
  publishing.publishes,
  opensSecretStores,
  ordersOtherShells,
  ...Object.values(serving),
];

/** Characters that are not seen, or turn text around: a person who is asked would not see what runs. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029\u3164\uffa0]/u;
const WHITE = /[\t\n\r]/g;

/**
 * Reads a Bash command and holds every program that it would start against what never runs. What cannot be read is refused.
 * Never throws; takes time in line with the length of the command.
 */
export function judgeShell(text: string): ShellVerdict {
  if (UNSEEN.test(text.replaceAll(WHITE, " ")))
    return { ok: false, reason: "The command holds characters that cannot be seen. Write it without them." };
  const written = judgeText(text);
  const folded = text.normalize("NFKC");
  if (!written.ok || folded === text) return written;
  // Letters that only look like others are judged as what they look like too.
  const looked = judgeText(folded);
  return looked.ok ? written : looked;
}

/** Orders inside orders that are looked into. */
const DEEPEST = 3;

function judgeText(text: string, depth = 0): ShellVerdict {
  const reading = readShell(text);
  if (!reading.ok) return reading;
  const family = FAMILIES.find((one) => belongs(one, reading)) ?? orderedFamily(reading, depth);
  if (family === undefined) return { ok: true, commands: reading.commands };
  const reason = `The safety rules for commands forbid it: ${family.name}.`;
  return { ok: false, reason, isForbidden: true };
}

/** A family that something belongs to which a program is told to run in turn. What cannot be read there was no command. */
function orderedFamily({ commands }: ReadShell, depth: number): Pick<DenyFamily, "name"> | undefined {
  if (depth === DEEPEST) return undefined;
  const texts = commands.flatMap((command) => ordersIn(command));
  const isForbidden = texts.some((text) => {
    const verdict = judgeText(text, depth + 1);
    return !verdict.ok && verdict.isForbidden === true;
  });
  return isForbidden ? { name: "programs that are told to start others" } : undefined;
}

function belongs({ matches, matchesScript }: DenyFamily, reading: ReadShell): boolean {
  return (
    (matchesScript?.(reading) ?? false) ||
    reading.commands.some((command) => !saysWhatItIs(command) && (matches?.(command) ?? false))
  );
}

/** `--help` or `--version` alone: the program says what it is and ends. */
function saysWhatItIs({ words }: ShellCommand): boolean {
  return words.length === 2 && /^--(help|version)$/.test(words[1]?.value ?? "");
}
