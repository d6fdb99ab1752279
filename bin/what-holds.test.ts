import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** Every line of a table that names a test: its file and words of its name. */
async function promises(): Promise<readonly { readonly file: string; readonly words: string }[]> {
  const text = await readFile(join(ROOT, "docs", "guide", "what-holds.md"), "utf8");
  return [...text.matchAll(/^\|.*\| `([^`]+)`: (.+) \|$/gm)].map(([, file = "", words = ""]) => ({
    file,
    words,
  }));
}

test("each promise about what breaks names a test that is there", async () => {
  const made = await promises();
  expect(made.length).toBeGreaterThan(30);
  const missing: string[] = [];
  for (const { file, words } of made) {
    const text = await readFile(join(ROOT, file), "utf8").catch(() => "");
    if (!text.includes(words)) missing.push(`${file}: ${words}`);
  }
  expect(missing).toEqual([]);
});
