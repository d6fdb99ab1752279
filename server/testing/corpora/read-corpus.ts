import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Cases of a kind, one a line of `NAME.txt` beside this file: `# ` begins a heading, `^` stands for a new line. */
export function readCorpus(name: string): readonly string[] {
  return readFileSync(join(import.meta.dirname, `${name}.txt`), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("# "))
    .map((line) => line.replaceAll("^", "\n"));
}
