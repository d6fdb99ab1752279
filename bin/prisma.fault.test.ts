import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "openhive-drift-"));
});

afterEach(() => rm(folder, { recursive: true }));

/** The exit code of the drift check with an addition to the schema: 0 when the migrations make it, 2 when they do not. */
async function compareWith(addition: string): Promise<number> {
  const schema = join(folder, "schema.prisma");
  await writeFile(schema, `${await readFile(join(root, "prisma", "schema.prisma"), "utf8")}\n${addition}\n`);
  const program = join(root, "bin", "prisma.mjs");
  const diff = [
    "migrate",
    "diff",
    "--from-migrations",
    join(root, "prisma", "migrations"),
    "--to-schema",
    schema,
    "--exit-code",
  ];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...diff]);
    child.once("exit", (code) => resolve(code ?? -1));
  });
}

test("the migrations make the schema", async () => {
  expect(await compareWith("")).toBe(0);
});

test("a schema that no migration makes is noticed", async () => {
  expect(await compareWith("model Unmigrated {\n  id Int @id\n}")).toBe(2);
});
