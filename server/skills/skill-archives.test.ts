import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { expect, test } from "vitest";
import { ZipFile } from "yazl";
import { HELPERS, manual } from "../testing/skill-bench.ts";
import { ARCHIVE_LIMITS } from "./archive-entry.ts";
import { installSkills } from "./install-skills.ts";
import { createInterpreter } from "./interpreter.ts";
import { createNewSkill } from "./new-skill.ts";
import { openSkill } from "./open-skill.ts";
import { packSkill } from "./pack-skill.ts";
import { createPythonAnalyser } from "./python-analyser.ts";
import { readArchive } from "./read-archive.ts";

const searchPath = "/usr/local/bin:/usr/bin:/bin";
const interpreter = createInterpreter("python3", searchPath);
const analyser = createPythonAnalyser({ interpreter, helpersPath: HELPERS, searchPath });

async function place() {
  const path = await mkdtemp(join(tmpdir(), "openhive-archives-"));
  return {
    path,
    target: join(path, "skills"),
    async file(name: string, content: Uint8Array) {
      await writeFile(join(path, name), content);
      return join(path, name);
    },
    async install(file: string, isReplacing = false) {
      const target = join(path, "skills");
      return installSkills(await readArchive(file), { target, archive: "it.zip", isReplacing, analyser });
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

type TarEntry = Parameters<ReturnType<typeof pack>["entry"]>[0] & { readonly text?: string };

async function tarOf(...entries: readonly TarEntry[]): Promise<Buffer> {
  const tar = pack();
  for (const { text, ...header } of entries) tar.entry(header, text ?? "");
  tar.finalize();
  return gzipSync(await buffer(tar));
}

interface ZipEntry {
  readonly name: string;
  readonly text?: string | Buffer;
  readonly mode?: number;
}

async function zipOf(...entries: readonly ZipEntry[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, text = "", mode = 0o100644 } of entries)
    zip.addBuffer(Buffer.from(text), name, { mode });
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream);
}

const SKILL = { name: "tidy/SKILL.md", text: manual("tidy") };

test.each(["tidy.zip", "tidy.tar.gz"])(
  "a skill that is packed as %s is the same after it was installed",
  async (name) => {
    await using here = await place();
    await createNewSkill(here.path, "tidy");
    await writeFile(join(here.path, "tidy", "go.sh"), "#!/bin/sh\necho hi\n", { mode: 0o755 });
    const { record } = await openSkill(join(here.path, "tidy"), analyser);
    const file = join(here.path, name);
    await packSkill(record, file);
    const first = await readFile(file);
    await packSkill(record, file);
    expect((await readFile(file)).equals(first)).toBe(true);
    const [installed] = await here.install(file);
    expect(installed).toMatchObject({
      isInstalled: true,
      record: { revision: record.revision, findings: [] },
    });
    expect((await stat(join(here.target, "tidy", "go.sh"))).mode & 0o777).toBe(0o755);
  },
);

test.each<readonly [string, readonly TarEntry[]]>([
  ["a path that climbs out", [{ name: "tidy/../../evil.txt", text: "x" }]],
  ["an absolute path", [{ name: "/tmp/evil.txt", text: "x" }]],
  ["a path with backslashes", [{ name: "tidy\\..\\evil.txt", text: "x" }]],
  ["a symbolic link", [{ name: "tidy/link", type: "symlink", linkname: "/etc" }]],
  ["a hard link", [{ name: "tidy/link", type: "link", linkname: "tidy/SKILL.md" }]],
  ["a device", [{ name: "tidy/zero", type: "character-device", devmajor: 1, devminor: 5 }]],
  ["a pipe", [{ name: "tidy/pipe", type: "fifo" }]],
  [
    "a file that stands there twice",
    [
      { name: "tidy/a.txt", text: "x" },
      { name: "tidy/A.txt", text: "y" },
    ],
  ],
])("a tar with %s is refused and nothing is written", async (_what, entries) => {
  await using here = await place();
  const file = await here.file("bad.tar.gz", await tarOf(SKILL, ...entries));
  await expect(here.install(file)).rejects.toMatchObject({ name: "AppError", code: "forbidden" });
  expect(await readdir(here.path)).toEqual(["bad.tar.gz"]);
});

test("a zip with a path that climbs out, a link or a device is refused and nothing is written", async () => {
  await using here = await place();
  const climbing = await zipOf(SKILL, { name: "tidy/xx/evil.txt", text: "x" });
  // The library that writes refuses such a name; the length stays the same.
  const patched = Buffer.from(
    climbing.toString("latin1").replaceAll("tidy/xx/evil.txt", "../../../evil.tx"),
    "latin1",
  );
  const bad = {
    "climbing.zip": patched,
    "link.zip": await zipOf(SKILL, { name: "tidy/link", text: "/etc/passwd", mode: 0o120777 }),
    "device.zip": await zipOf(SKILL, { name: "tidy/zero", mode: 0o020666 }),
  };
  for (const [name, content] of Object.entries(bad))
    await expect(here.install(await here.file(name, content)), name).rejects.toMatchObject({
      name: "AppError",
    });
  expect((await readdir(here.path)).sort()).toEqual(Object.keys(bad).sort());
});

test("what unpacks to too much is stopped on the way, in one file or in many", async () => {
  await using here = await place();
  const limits = { bytes: 100_000, entries: 20, entryBytes: 40_000 };
  const zeros = (size: number) => Buffer.alloc(size);
  const many = Array.from({ length: 4 }, (_, index) => ({ name: `tidy/z${index}`, text: zeros(30_000) }));
  const crowd = Array.from({ length: 21 }, (_, index) => ({ name: `tidy/f${index}` }));
  const tar = await tarOf(SKILL, { name: "tidy/zeros", text: zeros(50_000).toString() });
  for (const [name, content] of [
    ["one.zip", await zipOf(SKILL, { name: "tidy/zeros", text: zeros(50_000) })],
    ["many.zip", await zipOf(SKILL, ...many)],
    ["crowd.zip", await zipOf(SKILL, ...crowd)],
    ["one.tar.gz", tar],
  ] as const) {
    expect(content.byteLength, name).toBeLessThan(limits.bytes);
    await expect(readArchive(await here.file(name, content), limits), name).rejects.toMatchObject({
      code: "too_large",
    });
  }
  expect(ARCHIVE_LIMITS).toEqual({ bytes: 100_000_000, entries: 10_000, entryBytes: 20_000_000 });
});

test("a collection installs every skill in it; hidden files stay out", async () => {
  await using here = await place();
  const file = await here.file(
    "all.zip",
    await zipOf(
      { name: "repo/README.md", text: "x" },
      { name: "repo/.git/config", text: "x" },
      { name: "repo/skills/one/SKILL.md", text: manual("one") },
      { name: "repo/skills/deep/er/two/SKILL.md", text: manual("two") },
      { name: "repo/skills/deep/er/two/examples/SKILL.md", text: manual("not-a-third") },
      { name: "repo/skills/broken/SKILL.md", text: "no front matter" },
    ),
  );
  const installed = await here.install(file);
  expect(installed.map(({ record, isInstalled }) => [record.name, isInstalled]).sort()).toEqual([
    ["broken", false],
    ["one", true],
    ["two", true],
  ]);
  expect((await readdir(here.target)).sort()).toEqual(["one", "two"]);
});

test("a skill at the top of its archive is called as its manual says", async () => {
  await using here = await place();
  const [installed] = await here.install(
    await here.file("x.zip", await zipOf({ name: "SKILL.md", text: manual("tidy-up") })),
  );
  expect(installed?.record.name).toBe("tidy-up");
});

test("a name that is taken is refused until it is to be replaced", async () => {
  await using here = await place();
  await mkdir(join(here.target, "tidy"), { recursive: true });
  await writeFile(join(here.target, "tidy", "old.txt"), "old");
  const file = await here.file("tidy.tar.gz", await tarOf(SKILL));
  await expect(here.install(file)).rejects.toMatchObject({ code: "conflict" });
  await here.install(file, true);
  expect(await readdir(join(here.target, "tidy"))).toEqual(["SKILL.md"]);
  expect(await readdir(here.target)).toEqual(["tidy"]);
});

test.each([
  ["text.zip", Buffer.from("no archive"), "neither"],
  ["cut.zip", Buffer.from("PK\u0003\u0004 and nothing else"), "cannot be read"],
  ["cut.tar.gz", gzipSync(Buffer.from("x")).subarray(0, 12), "cannot be read"],
  ["empty.tar.gz", gzipSync(Buffer.alloc(1_024)), "no SKILL.md"],
])("%s is told in one sentence", async (name, content, message) => {
  await using here = await place();
  await expect(here.install(await here.file(name, content))).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining(message),
  });
});
