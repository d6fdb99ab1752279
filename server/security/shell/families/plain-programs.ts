import { words } from "./family.ts";

/** They show, compare or pack what they are given, and start nothing. */
const PLAIN = words(
  "cat tac less more most true : echo head tail wc sort uniq column fmt nl tr cut bat delta diff colordiff diff-so-fancy gzip gunzip zcat pigz unpigz bzip2 bunzip2 pbzip2 xz unxz zstd unzstd lz4 lzop brotli",
);

/** Whether a text, taken as a command, starts nothing but such a program with plain options. */
export function isPlainProgram(text: string): boolean {
  const [name = "", ...options] = text.trim().split(/\s+/);
  return PLAIN.has(name) && options.every((option) => /^-\w+$|^--[\w-]+$/.test(option));
}
