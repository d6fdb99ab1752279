import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { markModules, markModulesOf } from "./mark-modules.mjs";

const SCRIPT =
  '(globalThis.TURBOPACK||(globalThis.TURBOPACK=[])).push(["here",12,e=>{e.say((()=>"one")())},13,14,(e,t,n)=>{e.say(")}]")},15,function(e){e.say(/[)]/.source)}]);';
const MARKED =
  '(globalThis.TURBOPACK||(globalThis.TURBOPACK=[])).push(["here",12,(e=>{e.say((()=>"one")())}),13,14,((e,t,n)=>{e.say(")}]")}),15,(function(e){e.say(/[)]/.source)})]);';

/** What the modules of a script say when they are called. */
function run(source: string): readonly string[] {
  const said: string[] = [];
  const page: { TURBOPACK: unknown[][] } = { TURBOPACK: [] };
  runInNewContext(source, { globalThis: page });
  for (const element of page.TURBOPACK.flat())
    if (typeof element === "function") element({ say: (word: string) => said.push(word) });
  return said;
}

test("each module of a script is in parentheses, what is in it stays as it is", () => {
  expect(markModulesOf(SCRIPT)).toBe(MARKED);
  expect(run(MARKED)).toEqual(["one", ")}]", "[)]"]);
  expect(run(MARKED)).toEqual(run(SCRIPT));
});

test("a script that is marked already stays as it is", () => {
  expect(markModulesOf(MARKED)).toBe(MARKED);
});

test.each([
  ["a script of another kind", "const call = (list) => list.map((one) => one + 1); call([1]);"],
  ["a list of something else", "names.push(['one', 'two']); names.push(); names.push(() => 1);"],
  ["what is no script", "export default {"],
  ["an empty file", ""],
])("%s stays as it is", (_what, source) => {
  expect(markModulesOf(source)).toBe(source);
});

test("scripts are marked in every folder, other files are not touched", async () => {
  const folder = await mkdtemp(join(tmpdir(), "openhive-marked-"));
  try {
    await mkdir(join(folder, "chunks", "deeper"), { recursive: true });
    await writeFile(join(folder, "chunks", "deeper", "one.js"), SCRIPT);
    await writeFile(join(folder, "chunks", "one.json"), SCRIPT);
    await markModules(folder);
    expect(await readFile(join(folder, "chunks", "deeper", "one.js"), "utf8")).toBe(MARKED);
    expect(await readFile(join(folder, "chunks", "one.json"), "utf8")).toBe(SCRIPT);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
