import { existsSync, readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";

const ROOT = join(import.meta.dirname, "..", "..");
let folder = "";

test("a folder is there for one test", async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder, "file"), "kept as long as the test runs");
  expect(existsSync(folder)).toBe(true);
});

test("and gone after it", () => {
  expect(folder).not.toBe("");
  expect(existsSync(folder)).toBe(false);
});

test("whatever makes temporary folders for tests removes some as well", () => {
  const files = ["server", "bin", "bench", "app"]
    .flatMap((place) =>
      readdirSync(join(ROOT, place), { recursive: true, encoding: "utf8" }).map((name) => join(place, name)),
    )
    .filter((name) => name.endsWith(".test.ts") || /^server.testing.*\.ts$/.test(name));
  const leaving = files.filter((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    return /\bmkdtemp(Sync)?\(/.test(text) && !/\brm(Sync)?\(/.test(text);
  });
  expect(files.length).toBeGreaterThan(100);
  expect(leaving).toEqual([]);
});
