import {
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Json } from "../../../contract/json.ts";
import { readCorpus } from "../../../testing/corpora/read-corpus.ts";
import { createTestShelf } from "../../../testing/test-shelf.ts";
import { createToolBench } from "../../../testing/tool-bench.ts";
import { createFilesTools } from "./files-tools.ts";

const SECRET = "KEPT-OUTSIDE";
/** A name that is nowhere inside. */
const MARK = "OUTSIDE-MARK";
/** What of the outside an answer may not tell. */
const TOLD = /KEPT-OUTSIDE|OUTSIDE-MARK|root:x:/;
let base: string;
let root: string;
let bench: Awaited<ReturnType<typeof createToolBench>>;
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "openhive-escapes-")));
  root = join(base, "workspaces", "run-run");
  await mkdir(join(root, "notes"), { recursive: true });
  await writeFile(join(root, "notes", "a.txt"), "inside\n");
  for (const folder of ["workspaces/run-run-evil", "workspaces/run-runx", "folder", "."]) {
    await mkdir(join(base, folder), { recursive: true });
    await writeFile(join(base, folder, "secret.txt"), SECRET);
    await writeFile(join(base, folder, MARK), SECRET);
  }
  await mkdir(join(root, ".ssh"));
  await writeFile(join(root, ".ssh", "id"), SECRET);
  bench = await createToolBench(createFilesTools(createTestShelf(join(base, "workspaces"))));
});
afterEach(() => rm(base, { recursive: true, force: true }));

/** Links of the workspace, and where they lead. */
const links = (): Readonly<Record<string, string>> => ({
  whole: base,
  relative: "../..",
  dots: "notes/../../..",
  slash: `${base}/`,
  dot: `${base}/.`,
  sibling: "../run-run-evil",
  system: "/",
  process: "/proc/self/root",
  here: "/proc/self/cwd",
  open: "/proc/self/fd",
  device: "/dev/fd",
  first: "second",
  second: "third",
  third: "whole",
  back: `../../workspaces/run-run/whole`,
  itself: "itself",
  ping: "pong",
  pong: "ping",
  "with space": base,
  "with\nline": base,
  ümlaut: base,
  UPPER: base,
  "notes/up": "../../..",
  "notes/over": "../whole",
  keys: ".ssh",
  gone: join(base, "gone"),
  "gone-near": "../gone-near",
  file: join(base, "secret.txt"),
  "file-relative": "../../secret.txt",
  "file-chain": "file",
  "file-gone": join(base, "new.txt"),
  "file-ssh": ".ssh/id",
  ...Object.fromEntries(
    Array.from({ length: 45 }, (_, index) => [`long${index}`, index === 0 ? "whole" : `long${index - 1}`]),
  ),
});

/** Everything outside the workspace, names and contents, and what is hidden in it. */
async function outside(): Promise<readonly string[]> {
  const entries = await readdir(base, { recursive: true, withFileTypes: true });
  const kept = entries
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .filter(({ path }) => !path.startsWith(`${root}/`) || path.startsWith(`${root}/.ssh`));
  const told = kept.map(async ({ entry, path }) => {
    if (entry.isFile()) return `${path}: ${await readFile(path, "utf8")}`;
    return entry.isSymbolicLink() ? `${path} -> ${await readlink(path)}` : path;
  });
  return (await Promise.all(told)).toSorted();
}

const BEHIND = [
  "",
  "/secret.txt",
  "/./secret.txt",
  "/new.txt",
  "/new/new.txt",
  "/folder/../secret.txt",
  "/folder/secret.txt",
  "/workspaces/run-run-evil/secret.txt",
  "/etc/passwd",
  "/id",
];
const calls = (path: string): readonly (readonly [string, Json])[] => [
  ["read_file", { path }],
  ["list_directory", { path }],
  ["grep", { pattern: "KEPT|root:", path }],
  ["glob", { pattern: "**/*", path }],
  ["glob", { pattern: path }],
  ["write_file", { path, content: "OWNED" }],
  ["edit_file", { path, old_string: "KEPT", new_string: "OWNED" }],
  ["multi_edit", { path, edits: [{ old_string: "KEPT", new_string: "OWNED" }] }],
];

test("no path of any form brings anything in from outside, or changes anything there", async () => {
  for (const [name, target] of Object.entries(links())) await symlink(target, join(root, name));
  await link(join(base, "secret.txt"), join(root, "hard.txt"));
  await link(join(base, "secret.txt"), join(root, "notes", "hard.txt"));
  await symlink("hard.txt", join(root, "to-hard"));
  const before = await outside();
  const linked = Object.keys(links()).flatMap((name) =>
    name.startsWith("long") && name !== "long3" && name !== "long44"
      ? [`${name}/secret.txt`]
      : BEHIND.map((end) => `${name}${end}`),
  );
  const picked = readCorpus("path-escapes");
  const odd = [
    "a\0",
    "../../secret.txt\0",
    "../../secret.txt\0.png",
    "notes/\0/../../../secret.txt",
    "x/".repeat(600),
    `${"../".repeat(200)}etc/passwd`,
    `${"a/../".repeat(150)}../../secret.txt`,
    "a".repeat(300),
    "hard.txt",
    "notes/hard.txt",
    "to-hard",
  ];
  const tried = [...linked, ...picked, ...odd];
  const leaked: string[] = [];
  for (const path of tried)
    for (const [tool, input] of calls(path)) {
      const result = JSON.stringify(await bench.call(tool, input));
      if (TOLD.test(result)) leaked.push(`${tool} ${JSON.stringify(path)}: ${result.slice(0, 200)}`);
    }
  const after = await outside();
  process.stdout.write(
    `path escapes: ${tried.length} tried with eight calls each, ${leaked.length} leaked, ${after.filter((line) => !before.includes(line)).length} changed\n`,
  );
  expect(leaked).toEqual([]);
  expect(after).toEqual(before);
}, 300_000);

test("names that only look like ways out are ordinary names", async () => {
  const names = readCorpus("path-look-alikes");
  const before = await outside();
  const refused: string[] = [];
  for (const path of names) {
    // Each in a workspace of its own: some names are folders of others.
    await rm(root, { recursive: true });
    await mkdir(join(root, "notes"), { recursive: true });
    const written = await bench.call("write_file", { path, content: "fine\n" });
    const read = await bench.call("read_file", { path, again: true });
    if (written.status !== "ok" || read.status !== "ok") refused.push(`${path}: ${JSON.stringify(written)}`);
  }
  process.stdout.write(`path look-alikes: ${names.length} tried, ${refused.length} wrongly refused\n`);
  expect(refused).toEqual([]);
  expect((await outside()).filter((line) => !line.includes("/.ssh"))).toEqual(
    before.filter((line) => !line.includes("/.ssh")),
  );
});
