import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Loaded by the first call that needs them. Every command and every worker would pay for them at its start. */
const late = [
  "@ai-sdk/anthropic",
  "@ai-sdk/google",
  "@ai-sdk/openai",
  "@ai-sdk/openai-compatible",
  "@modelcontextprotocol/client",
  "linkedom",
  "undici",
];

/** Names of the packages that a file loads with all it imports. */
async function packagesOf(file: string): Promise<ReadonlySet<string>> {
  const script = `
    import { registerHooks } from "node:module";
    const seen = [];
    registerHooks({ load: (url, context, next) => (seen.push(url), next(url, context)) });
    await import(process.argv[1]);
    process.stdout.write(seen.join("\\n"));
    process.exit();`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", script, join(import.meta.dirname, file)],
    { maxBuffer: 4_000_000 },
  );
  const names = stdout.split("\n").flatMap((url) => {
    const path = url.split("/node_modules/").at(-1);
    return path === undefined || path === url ? [] : [/^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path];
  });
  return new Set(names);
}

test("a process starts without the packages that only some of its calls need", async () => {
  const loaded = await packagesOf("container.ts");
  expect(loaded).toContain("pg");
  expect(late.filter((name) => loaded.has(name))).toEqual([]);
});

test("the packages are loaded by what they are for", async () => {
  const places = [
    "providers/linked-models.ts",
    "mcp/open-connection.ts",
    "tools/builtin/web/readable-page.ts",
  ];
  const loaded = await Promise.all(places.map(packagesOf));
  expect(late.filter((name) => !loaded.some((names) => names.has(name)))).toEqual([]);
});
