import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Json } from "../../../contract/json.ts";
import { resultText, type SettledResult } from "../../../contract/tool-result.ts";
import { createTestShelf } from "../../../testing/test-shelf.ts";
import { createToolBench } from "../../../testing/tool-bench.ts";
import { createFilesTools } from "./files-tools.ts";
import { measureFolder } from "./measure-folder.ts";
import { createWorkspaceRoom } from "./workspace-room.ts";

let base: string;
let root: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "openhive-room-"));
  root = join(base, "run-run");
  await mkdir(root);
});
afterEach(() => rm(base, { recursive: true, force: true }));

async function openBench(limits: { readonly bytes: number; readonly files: number }) {
  const bench = await createToolBench(createFilesTools(createTestShelf(base, limits)));
  const call = async (name: string, input: Json): Promise<string> =>
    resultText((await bench.call(name, input)) as SettledResult);
  return {
    write: (path: string, length: number) => call("write_file", { path, content: "x".repeat(length) }),
    read: (path: string) => call("read_file", { path }),
    edit: (path: string, text: string) =>
      call("edit_file", { path, old_string: "x".repeat(600), new_string: text }),
  };
}

test("what does not fit into a workspace is refused, says what to do and leaves nothing behind", async () => {
  const { write, edit } = await openBench({ bytes: 1_000, files: 100 });
  expect(await write("a.txt", 600)).toContain("600 bytes");
  const refused = await write("new/folder/b.txt", 600);
  expect(refused).toContain("limit_reached");
  expect(refused).toContain("Nothing was written: there is not enough room.");
  expect(refused).toContain("OPENHIVE_WORKSPACE_MB");
  expect(await edit("a.txt", "y".repeat(1_200))).toContain("not enough room");
  expect(await readdir(root)).toEqual(["a.txt"]);
  // Smaller, or as long: always.
  expect(await edit("a.txt", "y".repeat(900))).not.toContain("Error");
  expect(await write("b.txt", 200)).toContain("not enough room");
  await rm(join(root, "a.txt"));
  expect(await write("b.txt", 200)).toContain("200 bytes");
});

test("files are counted too, and what other programs wrote and removed", async () => {
  const { write, read } = await openBench({ bytes: 1_000_000, files: 4 });
  await Promise.all([1, 2, 3].map((name) => writeFile(join(root, `${name}`), "x")));
  expect(await write("a.txt", 1)).toContain("Made");
  expect(await write("b.txt", 1)).toContain("4 files and folders");
  await read("1");
  expect(await write("1", 3)).toContain("Replaced");
  await rm(join(root, "2"));
  expect(await write("b.txt", 1)).toContain("Made");
});

test("of writes that come together no more fit than there is room for", async () => {
  const { write } = await openBench({ bytes: 1_000, files: 100 });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => write(`${index}.txt`, 300)));
  expect(answers.filter((answer) => answer.includes("Made"))).toHaveLength(3);
  expect((await readdir(root)).length).toBe(3);
});

test("what is still being written counts before it is there", async () => {
  const room = createWorkspaceRoom({ bytes: 1_000, files: 100 });
  const more = { bytes: 600, files: 1 };
  const begun = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const first = room.fill(root, more, () => {
    begun.resolve();
    return written.promise;
  });
  await begun.promise;
  await expect(room.fill(root, more, () => Promise.resolve())).rejects.toThrow("not enough room");
  written.resolve();
  await first;
  // Nothing came of it.
  await expect(room.fill(root, more, () => Promise.resolve("done"))).resolves.toBe("done");
});

test("a folder is measured with what is hidden in it, without what links lead to, and not beyond the limit", async () => {
  await mkdir(join(root, ".git", "deep"), { recursive: true });
  await writeFile(join(root, ".git", "deep", "pack"), "x".repeat(500));
  await symlink("/usr", join(root, "usr"));
  expect(await measureFolder(root, 100)).toEqual({ bytes: 500, files: 4 });
  await Promise.all(Array.from({ length: 50 }, (_, index) => writeFile(join(root, `${index}`), "")));
  expect((await measureFolder(root, 10)).files).toBeGreaterThan(10);
  expect(await measureFolder(join(root, "none"), 10)).toEqual({ bytes: 0, files: 0 });
});
