import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Json } from "../../../contract/json.ts";
import { resultText, type SettledResult } from "../../../contract/tool-result.ts";
import { createTestShelf } from "../../../testing/test-shelf.ts";
import { createToolBench } from "../../../testing/tool-bench.ts";
import { createFilesTools } from "./files-tools.ts";
import { MAX_FILE } from "./workspace.ts";

let base: string;
let root: string;
let bench: Awaited<ReturnType<typeof createToolBench>>;
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "openhive-rules-")));
  root = join(base, "run-run");
  await mkdir(root, { recursive: true });
  bench = await createToolBench(createFilesTools(createTestShelf(base)));
});
afterEach(() => rm(base, { recursive: true, force: true }));
const call = async (name: string, input: Json) =>
  resultText((await bench.call(name, input)) as SettledResult);

test("a file of the largest size is read, one byte more is refused by every tool, and nothing longer is left behind", async () => {
  await writeFile(join(root, "most.txt"), `${"a".repeat(MAX_FILE - 1)}\n`);
  await writeFile(join(root, "more.txt"), "a".repeat(MAX_FILE + 1));
  expect((await bench.call("read_file", { path: "most.txt" })).status).toBe("ok");
  for (const [tool, input] of [
    ["read_file", { path: "more.txt" }],
    ["edit_file", { path: "more.txt", old_string: "a", new_string: "b" }],
    ["multi_edit", { path: "more.txt", edits: [{ old_string: "a", new_string: "b" }] }],
  ] as const)
    expect(await bench.call(tool, input), tool).toMatchObject({ status: "error", code: "limit_reached" });
  const long = { path: "most.txt", old_string: `${"a".repeat(10)}\n`, new_string: "b".repeat(100) };
  expect((await bench.call("edit_file", long)).status).toBe("error");
  expect((await readFile(join(root, "most.txt"))).length).toBe(MAX_FILE);
});

test.each([
  ["a zero byte", false, Buffer.from("text\0text")],
  ["a zero byte far behind", false, Buffer.concat([Buffer.alloc(8_000, "a"), Buffer.from([0])])],
  ["more than a tenth of control characters", false, Buffer.from("abcdefgh\u0001\u0002")],
  ["one control character in many", true, Buffer.from(`\u0001${"a".repeat(50)}`)],
  ["no UTF-8", false, Buffer.from([0x61, 0xff, 0x62])],
  ["a mark of byte order", true, Buffer.from("\ufefftext")],
  ["colours of a terminal", true, Buffer.from("\u001b[31mred\u001b[0m")],
  ["nothing", true, Buffer.alloc(0)],
  ["UTF-16", false, Buffer.from("text", "utf16le")],
])("a file with %s is text: %s", async (_what, isText, bytes) => {
  await writeFile(join(root, "x"), bytes);
  expect((await bench.call("read_file", { path: "x" })).status).toBe(isText ? "ok" : "error");
  if (isText) return;
  expect(await call("edit_file", { path: "x", old_string: "text", new_string: "else" })).toMatch(
    /binary|not read/,
  );
  expect(await readFile(join(root, "x"))).toEqual(bytes);
  expect(await call("grep", { pattern: "text|abc|a" })).toBe("Nothing found.");
});

test("what is hidden is in no list, no search and no pattern, in whatever case and however deep", async () => {
  for (const folder of [".ssh", ".SSH", "a/.gnupg", "a/b/.AWS", ".openhive-x"]) {
    await mkdir(join(root, folder), { recursive: true });
    await writeFile(join(root, folder, "hidden-word.txt"), "hidden-word");
  }
  await writeFile(join(root, "a", ".netrc"), "hidden-word");
  await writeFile(join(root, "a", "seen.txt"), "seen");
  const answers = [
    ...(await Promise.all(["", "a", "a/b"].map((path) => call("list_directory", { path })))),
    ...(await Promise.all(
      ["**/*", "**", "**/.*/**", ".*/*", "a/**/*.txt", "{.ssh,a}/**"].map((pattern) =>
        call("glob", { pattern }),
      ),
    )),
    ...(await Promise.all(
      [{}, { path: "a" }, { glob: "**/*" }].map((more) => call("grep", { pattern: "hidden|seen", ...more })),
    )),
  ].join("\n");
  expect(answers).not.toMatch(/hidden-word|ssh|gnupg|aws|netrc|openhive/i);
  expect(answers).toContain("a/seen.txt");
});

test("an unchanged file is answered briefly for the same part alone, and never once it changed", async () => {
  const lines = Array.from({ length: 300 }, (_, index) => `line ${index}`).join("\n");
  await writeFile(join(root, "x"), lines);
  const whole = await call("read_file", { path: "x" });
  const again = await call("read_file", { path: "x" });
  expect(again.length).toBeLessThan(whole.length / 10);
  expect(again).toContain("not changed");
  expect(await call("read_file", { path: "x", offset: 100, limit: 5 })).toMatch(/line 99|not changed/);
  await writeFile(join(root, "x"), lines.replace("line 5", "LINE 5"));
  expect(await call("read_file", { path: "x" })).toContain("LINE 5");
});
