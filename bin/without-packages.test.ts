import { readFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { parse } from "acorn";
import { expect, test } from "vitest";

/** What a file of this folder loads before its first line runs. */
async function importsOf(file: string): Promise<readonly string[]> {
  const source = await readFile(join(import.meta.dirname, file), "utf8");
  const { body } = parse(source, { ecmaVersion: "latest", sourceType: "module" });
  return body.flatMap((statement) =>
    "source" in statement && statement.source ? [String(statement.source.value)] : [],
  );
}

/** The packages that a program, or what it loads, needs to start at all. */
async function packagesOf(program: string): Promise<readonly string[]> {
  const files = new Set([program]);
  const packages: string[] = [];
  for (const file of files)
    for (const name of await importsOf(file)) {
      if (name.startsWith("./")) files.add(name.slice("./".length));
      else if (!isBuiltin(name)) packages.push(`${file} loads ${name}`);
    }
  return packages;
}

test.each(["start.mjs", "openhive.mjs", "build.mjs", "test.mjs", "bench.mjs"])(
  "%s needs no package before it has installed them",
  async (program) => {
    expect(await packagesOf(program)).toEqual([]);
  },
);
