import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

const TABLES = join(ROOT, "docs", "guide", "what-holds.md");
/** A promise, the file of its test, and words of the test's name. */
const ROW = /^\|.*\| `([^`]+)`: (.+) \|$/;

/** Every line of a table but its head: nothing is promised without naming what holds it. */
async function promises(): Promise<readonly string[]> {
  const lines = (await readFile(TABLES, "utf8")).split("\n").filter((line) => line.startsWith("|"));
  return lines.filter((line, at) => !line.startsWith("|--") && !lines[at + 1]?.startsWith("|--"));
}

test("each promise about what breaks names a test that is there", async () => {
  const made = await promises();
  expect(made.length).toBeGreaterThan(30);
  const missing: string[] = [];
  for (const promise of made) {
    const [, file = "", words = ""] = ROW.exec(promise) ?? [];
    const text = await readFile(join(ROOT, file), "utf8").catch(() => "");
    if (words === "" || !text.includes(words)) missing.push(promise);
  }
  expect(missing).toEqual([]);
});
