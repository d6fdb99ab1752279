import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { type FolderWatcher, watchFolders } from "./watch-folders.ts";

const WAIT = { timeout: 30_000 };
const made: string[] = [];
let watcher: FolderWatcher | undefined;

afterEach(async () => {
  await watcher?.close();
  await Promise.all(made.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

/** A root of many folders, which takes a moment to go through, and the paths of its files. */
async function makeRoot(count = 60): Promise<{ readonly root: string; readonly files: readonly string[] }> {
  const root = await mkdtemp(join(tmpdir(), "openhive-watched-"));
  made.push(root);
  const files = Array.from({ length: count }, (_one, index) => join(root, `skill-${index}`, "SKILL.md"));
  for (const file of files) {
    await mkdir(join(file, ".."));
    await writeFile(file, "one");
  }
  return { root, files };
}

/** What a file says, looked at with each news and at no other time, as those who listen do. */
function lookAt(file: string, at: FolderWatcher) {
  const looks: string[] = [];
  at.subscribe(() => {
    looks.push(existsSync(file) ? readFileSync(file, "utf8") : "nothing");
  });
  return looks;
}

test("what changes while a watcher is being set up is told", async () => {
  const { root, files } = await makeRoot();
  const file = files[0] ?? "";
  watcher = watchFolders(async () => [root]);
  const looks = lookAt(file, watcher);
  // Before anything was looked at: for the watcher the file was never another one.
  writeFileSync(file, "two");
  await vi.waitFor(() => expect(looks).toContain("two"), WAIT);
  expect(looks).not.toContain("one");
});

test("what changes in a root that came later is told, also while it is being gone through", async () => {
  const { root } = await makeRoot(2_000);
  // The last that is come to: it changes before it is looked at for the first time.
  const file = join(root, readdirSync(root).at(-1) ?? "", "SKILL.md");
  let paths: readonly string[] = [];
  watcher = watchFolders(async () => paths);
  const looks = lookAt(file, watcher);
  paths = [root];
  await vi.waitFor(() => expect(looks).toContain("one"), { ...WAIT, interval: 1 });
  writeFileSync(file, "two");
  await vi.waitFor(() => expect(looks.at(-1)).toBe("two"), WAIT);
});

test.each([
  { what: "a root", replaced: (root: string) => root },
  { what: "a folder in a root", replaced: (_root: string, file: string) => dirname(file) },
])(
  "$what that is another one from one moment to the next is told of, and so is what changes in it",
  async ({ replaced }) => {
    const { root, files } = await makeRoot();
    const file = files[0] ?? "";
    watcher = watchFolders(async () => [root]);
    const looks = lookAt(file, watcher);
    const seen = (text: string) => vi.waitFor(() => expect(looks.at(-1)).toBe(text), WAIT);
    await seen("one");
    for (let round = 0; round < 5; round += 1) {
      // Without a turn in between: whoever looks sees a folder at any time.
      rmSync(replaced(root, file), { recursive: true });
      mkdirSync(dirname(file), { recursive: true });
      await seen("nothing");
      await writeFile(file, `changed ${round}`);
      await seen(`changed ${round}`);
    }
  },
);

test("a root that goes and comes back is told both times, and is watched again", async () => {
  const { root, files } = await makeRoot();
  watcher = watchFolders(async () => [root]);
  let told = 0;
  watcher.subscribe(() => {
    told += 1;
  });
  const news = async (): Promise<void> => {
    const before = told;
    await vi.waitFor(() => expect(told).toBeGreaterThan(before), WAIT);
  };
  await news();
  await Promise.all([rm(root, { recursive: true }), news()]);
  await Promise.all([mkdir(join(files[0] ?? "", ".."), { recursive: true }), news()]);
  await Promise.all([writeFile(files[0] ?? "", "one"), news()]);
});

test("what comes while a watcher is being set up is watched like everything else, whenever it comes", async () => {
  const { root } = await makeRoot(20);
  const comeAfter = async (milliseconds: number): Promise<void> => {
    const file = join(root, `late-${milliseconds}`, "inside", "SKILL.md");
    const own = watchFolders(async () => [root]);
    const looks = lookAt(file, own);
    await setTimeout(milliseconds);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "one");
    await vi.waitFor(() => expect(looks.at(-1)).toBe("one"), WAIT);
    writeFileSync(file, "two");
    await vi.waitFor(() => expect(looks.at(-1)).toBe("two"), WAIT);
    await own.close();
  };
  for (let after = 0; after < 20; after += 1) await comeAfter(after);
});

/** All that is in a folder, with what its files say. */
function treeOf(root: string): readonly string[] {
  const entries = existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }) : [];
  return entries
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => (statSync(path).isFile() ? `${path}: ${readFileSync(path, "utf8")}` : path))
    .sort();
}

const name = fc.constantFrom("a", "b", "c");
const folder = fc.array(name, { maxLength: 3 }).map((names) => names.join("/"));
const act = fc.oneof(
  fc.record({ kind: fc.constant("make" as const), folder, name }),
  fc.record({ kind: fc.constant("remove" as const), folder, name }),
  fc.record({ kind: fc.constant("write" as const), folder, name }),
  fc.record({ kind: fc.constant("move" as const), folder, name, target: folder }),
);

function doIt(root: string, one: typeof act extends fc.Arbitrary<infer Act> ? Act : never): void {
  const place = join(root, one.folder, one.name);
  switch (one.kind) {
    case "make":
      mkdirSync(place, { recursive: true });
      return;
    case "remove":
      rmSync(place, { recursive: true, force: true });
      return;
    case "write":
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(`${place}.md`, "one");
      return;
    case "move": {
      const target = join(root, one.target, `${one.name}-moved`);
      if (!existsSync(place) || existsSync(target) || target.startsWith(place)) return;
      mkdirSync(dirname(target), { recursive: true });
      renameSync(place, target);
    }
  }
}

test("whatever came, went, moved or was replaced before, what changes anywhere is told", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { maxLength: 12 }), { minLength: 1, maxLength: 3 }),
      async (bursts) => {
        const { root } = await makeRoot(2);
        const own = watchFolders(async () => [root]);
        let seen: readonly string[] = [];
        own.subscribe(() => {
          seen = treeOf(root);
        });
        const isSeen = () => vi.waitFor(() => expect(seen).toEqual(treeOf(root)), WAIT);
        for (const burst of bursts) {
          await isSeen();
          // Without a turn in between: the watcher hears of all of it afterwards.
          for (const one of burst) doIt(root, one);
        }
        await isSeen();
        const folders = treeOf(root).filter((path) => statSync(path.split(": ")[0] ?? "").isDirectory());
        for (const one of [root, ...folders]) {
          writeFileSync(join(one, "last.md"), "two");
          await isSeen();
        }
        await own.close();
      },
    ),
    { numRuns: 8 },
  );
}, 240_000);
