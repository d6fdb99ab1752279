import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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
function follow(file: string) {
  const looks: string[] = [];
  watcher?.subscribe(() => {
    looks.push(existsSync(file) ? readFileSync(file, "utf8") : "nothing");
  });
  return looks;
}

test("what changes while a watcher is being set up is told", async () => {
  const { root, files } = await makeRoot();
  const file = files[0] ?? "";
  watcher = watchFolders(async () => [root]);
  const looks = follow(file);
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
  const looks = follow(file);
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
    const looks = follow(file);
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
