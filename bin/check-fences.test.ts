import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

const run = promisify(execFile);
const projectFolder = join(import.meta.dirname, "..");

/** For each fence a file that breaks it, and what that file imports. */
const BREACHES: Readonly<Record<string, readonly [file: string, imported: string]>> = {
  "no-circular": ["server/services/first.ts", "./second.ts"],
  "no-orphans": ["server/services/alone.ts", ""],
  "contract-is-a-leaf": ["server/contract/reads-files.ts", "node:fs"],
  "engine-is-pure": ["server/engine/asks-database.ts", "pg"],
  "policy-is-pure": ["server/policy/asks-the-clock.ts", "node:os"],
  "features-do-not-meet": ["server/skills/meets-mcp.ts", "../mcp/part.ts"],
  "features-know-no-service": ["server/mcp/calls-service.ts", "../services/part.ts"],
  "features-know-no-delivery": ["server/services/knows-routes.ts", "../trpc/part.ts"],
  "environment-is-handed-in": ["server/services/reads-environment.ts", "../env.ts"],
  "routers-stay-thin": ["server/trpc/routers/fat.ts", "../../store/part.ts"],
  "database-only-in-store": ["server/services/asks-prisma.ts", "@prisma/client"],
  "queue-only-in-jobs": ["server/services/enqueues.ts", "pg-boss"],
  "mcp-sdk-only-in-mcp": ["server/skills/speaks-mcp.ts", "@modelcontextprotocol/client"],
  "model-sdk-only-in-providers": ["server/services/asks-model.ts", "@ai-sdk/openai"],
  "browser-imports-contract-only": ["app/button.tsx", "../server/services/part.ts"],
  "not-to-test": ["server/services/uses-double.ts", "../testing/double.ts"],
  "no-dev-dependency-in-product": ["server/services/uses-tool.ts", "a-dev-tool"],
  "imports-exist": ["server/services/points-nowhere.ts", "./nowhere.ts"],
};
const PACKAGES = ["@prisma/client", "@modelcontextprotocol/client", "@ai-sdk/openai", "pg-boss", "pg"];

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "openhive-fences-"));
  const dependencies = Object.fromEntries(PACKAGES.map((name) => [name, "1.0.0"]));
  await write("package.json", JSON.stringify({ dependencies, devDependencies: { "a-dev-tool": "1.0.0" } }));
  await write(
    "tsconfig.json",
    JSON.stringify({ compilerOptions: { allowImportingTsExtensions: true, noEmit: true } }),
  );
  for (const name of [...PACKAGES, "a-dev-tool"]) {
    await write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: "index.js" }));
    await write(`node_modules/${name}/index.js`, "");
  }
  const parts = ["server/env.ts", "server/mcp/part.ts", "server/services/part.ts", "server/trpc/part.ts"];
  for (const part of [...parts, "server/store/part.ts", "server/testing/double.ts"]) {
    await write(part, "export const part = 1;");
  }
  await write("app/page.tsx", 'import "../server/contract/words.ts";');
  await write("server/contract/words.ts", "export const words = 1;");
  await write("server/container.ts", parts.map((part) => `import "./${part.slice(7)}";`).join("\n"));
  await write("server/trpc/root.ts", 'import "../store/part.ts"; import "../container.ts";');
});

afterEach(() => rm(folder, { recursive: true }));

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), text);
}

async function check(): Promise<{ code: number; lines: readonly string[] }> {
  const program = join(projectFolder, "bin", "check-fences.mjs");
  const answer = await run(process.execPath, [program, folder]).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => error,
  );
  return { code: answer.code, lines: answer.stdout.trim().split("\n") };
}

test("every fence has a breach here", () => {
  const { forbidden } = createRequire(import.meta.url)("../.dependency-cruiser.cjs");
  expect(Object.keys(BREACHES).sort()).toEqual(forbidden.map(({ name }: { name: string }) => name).sort());
});

test("sources that keep to the fences pass", async () => {
  expect(await check()).toEqual({
    code: 0,
    lines: [expect.stringMatching(/^0 breaches of the fences in \d+ modules/)],
  });
});

test("a breach of each fence is reported by name", async () => {
  await write("server/services/second.ts", 'import "./first.ts";');
  for (const [file, imported] of Object.values(BREACHES)) {
    await write(file, imported === "" ? "export const alone = 1;" : `import "${imported}";`);
  }
  const { code, lines } = await check();
  expect(code).toBe(1);
  const reported = Object.entries(BREACHES).filter(([name, [file]]) =>
    lines.some((line) => line.startsWith(`${name}: ${file}`)),
  );
  expect(reported.map(([name]) => name)).toEqual(Object.keys(BREACHES));
});

test("a check that visits no module fails", async () => {
  await rm(join(folder, "app"), { recursive: true });
  await rm(join(folder, "server"), { recursive: true });
  await write("e2e/story.ts", "export const story = 1;");
  const { code, lines } = await check();
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatch(/visited no module/);
});
