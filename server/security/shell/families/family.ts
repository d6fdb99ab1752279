import type { ShellReading } from "../read-shell.ts";
import type { ShellCommand } from "../shell-command.ts";

export type ReadShell = Extract<ShellReading, { readonly ok: true }>;

/** One kind of commands that never run, whoever allows them. Both tests are pure. */
export interface DenyFamily {
  /** Completes "it belongs to: ..." */
  readonly name: string;
  /** Whether one command of the script belongs to it. */
  matches?(command: ShellCommand): boolean;
  /** Whether the script as a whole does. */
  matchesScript?(script: ReadShell): boolean;
}

/** The words, as a set. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
