import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { OrgFile } from "../../contract/org-files.ts";
import { readOrgFolder } from "./read-org-folder.ts";
import { writeOrgFolder } from "./write-org-folder.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "openhive-org-folder-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const toFiles = (...paths: readonly string[]): readonly OrgFile[] =>
  paths.map((path) => ({ path, content: new TextEncoder().encode(path) }));
const pathsIn = async () => (await readOrgFolder(folder)).map(({ path }) => path);

/** Puts a file of somebody's own into the folder, with the folders that it needs. */
async function put(path: string): Promise<void> {
  await mkdir(join(folder, path, ".."), { recursive: true });
  await writeFile(join(folder, path), "mine");
}

test.each([
  "NOTES.txt",
  "org.yaml.old/org.yaml",
  "agents/notes.txt",
  "agents/.hidden.md",
  "agents/old/lead.md",
  "agents/old.md/lead.md",
  "agents/node_modules/files/a.csv",
  "files/.hidden",
  "files/old/a.csv",
  "files/a b/files/c/d.csv",
  "more/files/a.csv",
  "more/agents/lead.md",
])("what is no export's own is not read, and a second export touches it not: %s", async (path) => {
  await writeOrgFolder(folder, toFiles("org.yaml", "agents/lead.md", "agents/gone.md", "files/gone.csv"));
  await put(path);
  expect(await pathsIn()).toEqual(["org.yaml", "agents/gone.md", "agents/lead.md", "files/gone.csv"]);
  await writeOrgFolder(folder, toFiles("org.yaml", "agents/lead.md"));
  expect(await pathsIn()).toEqual(["org.yaml", "agents/lead.md"]);
  expect(await readFile(join(folder, path), "utf8")).toBe("mine");
});

test.each(["agents/lead.md", "files/a.csv"])(
  "a folder where a file has to go is refused before anything is written: %s",
  async (path) => {
    await writeOrgFolder(folder, toFiles("org.yaml", "agents/other.md"));
    await put(`${path}/mine`);
    const content = new TextEncoder().encode("new");
    const files = ["org.yaml", "agents/new.md", path].map((each) => ({ path: each, content }));
    await expect(writeOrgFolder(folder, files)).rejects.toMatchObject({ code: "conflict" });
    expect(await readFile(join(folder, "org.yaml"), "utf8")).toBe("org.yaml");
    expect(await readdir(join(folder, "agents"))).not.toContain("new.md");
  },
);

test("links are refused, wherever they stand in an export", async () => {
  for (const path of ["agents/linked.md", "files/linked"]) {
    await writeOrgFolder(folder, toFiles("org.yaml", "agents/lead.md", "files/a.csv"));
    await symlink(tmpdir(), join(folder, path));
    await expect(readOrgFolder(folder)).rejects.toThrow("links are not followed");
    await rm(join(folder, path));
  }
});
