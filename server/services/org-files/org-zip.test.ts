import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ZipFile } from "yazl";
import { exampleOrg } from "../example-org.ts";
import { fromZip, toZip } from "./org-zip.ts";
import { readOrgFiles } from "./read-org-files.ts";
import { writeOrgFiles } from "./write-org-files.ts";

const files = writeOrgFiles({
  slug: "desk",
  document: exampleOrg(),
  sampleFiles: [{ name: "é 🐝.csv", mediaType: "text/csv", content: new Uint8Array([0, 255]) }],
});

interface Packed {
  readonly name: string;
  readonly content?: string | Buffer;
  readonly mode?: number;
}

async function pack(...entries: readonly Packed[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, content = "x", mode = 0o100644 } of entries)
    zip.addBuffer(Buffer.from(content), name, { mode });
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream);
}

/** Names that the writer refuses are put in afterwards: as long as what they replace. */
const rename = (archive: Buffer, from: string, to: string): Buffer =>
  Buffer.from(archive.toString("latin1").replaceAll(from, to), "latin1");

test("an archive holds the very files, and the same files give the same archive", async () => {
  const archive = await toZip(files);
  expect(await toZip(files)).toEqual(archive);
  const back = await fromZip(archive);
  expect(back.map(({ path, content }) => [path, Buffer.from(content)])).toEqual(
    files.map(({ path, content }) => [path, Buffer.from(content)]),
  );
  expect(readOrgFiles(back).document).toEqual(exampleOrg());
});

test("an archive of the folder, with what a desktop adds to it, is read as well", async () => {
  const entries = files.map(({ path, content }) => ({ name: `desk/${path}`, content: Buffer.from(content) }));
  const archive = await pack(
    ...entries,
    { name: "__MACOSX/desk/._org.yaml" },
    { name: "desk/.DS_Store" },
    { name: "desk/README.md" },
  );
  expect((await fromZip(archive)).map(({ path }) => path)).toEqual(files.map(({ path }) => path));
});

test.each([
  ["a name that climbs out", "../xx.md"],
  ["an absolute name", "/etcx/xx"],
  ["a name with backslashes", "..\\xx.md"],
])("%s is refused", async (_, name) => {
  const archive = rename(await pack({ name: "org.yaml" }, { name: "agents/x" }), "agents/x", name);
  await expect(fromZip(archive)).rejects.toMatchObject({ code: "invalid" });
});

test("a link is refused", async () => {
  const archive = await pack(
    { name: "org.yaml" },
    { name: "agents/a.md", content: "/etc/passwd", mode: 0o120777 },
  );
  await expect(fromZip(archive)).rejects.toThrow("agents/a.md is a link");
});

test("a small archive that unpacks to very much is refused", async () => {
  const bomb = await pack({ name: "org.yaml", content: Buffer.alloc(20_000_001) });
  expect(bomb.byteLength).toBeLessThan(100_000);
  await expect(fromZip(bomb)).rejects.toMatchObject({ code: "too_large" });
  const parts = [1, 2, 3, 4].map((part) => ({
    name: `agents/${part}.md`,
    content: Buffer.alloc(19_000_000),
  }));
  await expect(fromZip(await pack({ name: "org.yaml" }, ...parts))).rejects.toMatchObject({
    code: "too_large",
  });
});

test("an archive that lies about a size is refused", async () => {
  const archive = await pack({ name: "org.yaml", content: Buffer.alloc(1_000_000) });
  const size = Buffer.alloc(4);
  size.writeUInt32LE(1_000_000);
  const small = Buffer.alloc(4);
  small.writeUInt32LE(10);
  for (let at = archive.indexOf(size); at >= 0; at = archive.indexOf(size)) small.copy(archive, at);
  await expect(fromZip(archive)).rejects.toMatchObject({ code: "invalid" });
});

test("too many files, the same file twice, no org.yaml and no archive are told apart", async () => {
  const many = Array.from({ length: 6_001 }, (_, index) => ({ name: `agents/${index}.md` }));
  await expect(fromZip(await pack(...many))).rejects.toMatchObject({ code: "too_large" });
  const twice = rename(await pack({ name: "org.yaml" }, { name: "orh.yaml" }), "orh.yaml", "org.yaml");
  await expect(fromZip(twice)).rejects.toThrow("twice");
  await expect(fromZip(await pack({ name: "a/b/org.yaml" }))).rejects.toThrow(
    "The archive holds no org.yaml.",
  );
  await expect(fromZip(Buffer.from("no zip"))).rejects.toThrow("This is no zip archive that can be read");
});

test("an archive with any byte changed gives files or a refusal, never anything else", async () => {
  const archive = Buffer.from(await toZip(files));
  await fc.assert(
    fc.asyncProperty(fc.nat(archive.length - 1), fc.nat(255), async (at, byte) => {
      const changed = Buffer.from(archive);
      changed[at] = byte;
      const outcome = await fromZip(changed).catch((error: unknown) => error);
      if (!Array.isArray(outcome))
        expect(outcome).toMatchObject({ code: expect.stringMatching(/^(invalid|too_large)$/) });
    }),
    { numRuns: 200 },
  );
});
