import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Hive, makeDataFolder, openHive } from "../testing/open-hive.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { createCaller } from "./root.ts";

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hive: Hive;
let api: ReturnType<typeof createCaller>;

const MANUAL = "---\nname: figures\ndescription: Counts words.\n---\n\n# Figures\n";

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
  hive = await openHive({ url: database.url, dataDir: folder.path, role: "web" });
  api = createCaller({ services: hive.services });
});
afterAll(async () => {
  await hive.close();
  await folder[Symbol.asyncDispose]();
  await database.close();
});

const placeOf = (path: string): string => join(folder.path, "skills", path);

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(placeOf(path)), { recursive: true });
  await writeFile(placeOf(path), content);
}

/** A skill of this name that the catalogue knows. */
async function makeSkill(name: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) await write(`${name}/${path}`, content);
  await expect.poll(async () => (await api.skills.list()).some((skill) => skill.name === name)).toBe(true);
}

test("a manual is read, checked before it is written, and written whole", async () => {
  await makeSkill("figures", { "SKILL.md": MANUAL, "references/terms.md": "Terms\n" });
  expect(await api.skills.manual({ name: "figures" })).toEqual({ file: "SKILL.md", text: MANUAL });

  const broken = await api.skills.checkManual({ name: "figures", text: "# No frame\n" });
  expect(broken.isUsable).toBe(false);
  expect(broken.findings.some(({ level }) => level === "error")).toBe(true);
  const stray = await api.skills.checkManual({
    name: "figures",
    text: `${MANUAL}\nSee [terms](references/terms.md) and [more](references/none.md).\n`,
  });
  expect(stray.isUsable).toBe(true);
  expect(stray.findings.map(({ message }) => message).join()).toContain("references/none.md");
  expect(stray.findings.map(({ message }) => message).join()).not.toContain("references/terms.md");
  expect(await readFile(placeOf("figures/SKILL.md"), "utf8")).toBe(MANUAL);

  // More than a new file would be given.
  await chmod(placeOf("figures/SKILL.md"), 0o666);
  const text = MANUAL.replace("Counts words.", "Counts words of a text.");
  await api.skills.writeManual({ name: "figures", text, base: MANUAL });
  expect(await readFile(placeOf("figures/SKILL.md"), "utf8")).toBe(text);
  expect((await stat(placeOf("figures/SKILL.md"))).mode & 0o777).toBe(0o666);
  expect(await readdir(placeOf("figures"))).toEqual(["SKILL.md", "references"]);
  await expect
    .poll(async () => (await api.skills.get({ name: "figures" })).description)
    .toBe("Counts words of a text.");
});

test("what somebody wrote meanwhile is not replaced", async () => {
  const theirs = `${MANUAL}\nWritten in an editor.\n`;
  await makeSkill("shared", { "SKILL.md": MANUAL });
  await write("shared/SKILL.md", theirs);
  await expect(
    api.skills.writeManual({ name: "shared", text: `${MANUAL}\nMine.\n`, base: MANUAL }),
  ).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await readFile(placeOf("shared/SKILL.md"), "utf8")).toBe(theirs);
});

test("of two that write over the same text one is told, and nothing beside the manual is left", async () => {
  await makeSkill("raced", { "SKILL.md": MANUAL });
  const texts = ["One", "Two", "Three"].map((word) => `${MANUAL}\n${word}\n`);
  const outcomes = await Promise.allSettled(
    texts.map((text) => api.skills.writeManual({ name: "raced", text, base: MANUAL })),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const won = texts[outcomes.findIndex(({ status }) => status === "fulfilled")];
  expect(await readFile(placeOf("raced/SKILL.md"), "utf8")).toBe(won);
  expect(await readdir(placeOf("raced"))).toEqual(["SKILL.md"]);
});

test("a folder without a manual gets its first one, and one that is spelled otherwise keeps its name", async () => {
  await makeSkill("bare", { "scripts/a.py": "" });
  expect(await api.skills.manual({ name: "bare" })).toEqual({ file: "SKILL.md", text: "" });
  await api.skills.writeManual({ name: "bare", text: MANUAL, base: "" });
  expect(await readFile(placeOf("bare/SKILL.md"), "utf8")).toBe(MANUAL);

  await makeSkill("small", { "skill.md": MANUAL });
  await api.skills.writeManual({ name: "small", text: `${MANUAL}More.\n`, base: MANUAL });
  expect(await readdir(placeOf("small"))).toEqual(["skill.md"]);
});

test("what ships with OpenHive, what is no text, what lies elsewhere and what is not there stay as they are", async () => {
  const [shipped] = (await api.skills.list()).filter(({ root }) => root === "packages/skills");
  const name = shipped?.name ?? "";
  const { text } = await api.skills.manual({ name });
  await expect(api.skills.writeManual({ name, text: `${text}x`, base: text })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  expect((await api.skills.manual({ name })).text).toBe(text);

  const latin = Buffer.from(`${MANUAL}caf\xe9\n`, "latin1");
  await makeSkill("latin", { "SKILL.md": latin });
  await expect(api.skills.manual({ name: "latin" })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  await expect(api.skills.writeManual({ name: "latin", text: MANUAL, base: "" })).rejects.toMatchObject({
    code: "BAD_REQUEST",
  });
  expect(await readFile(placeOf("latin/SKILL.md"))).toEqual(latin);

  const outside = join(folder.path, "outside.md");
  await writeFile(outside, MANUAL);
  await makeSkill("linked", { "scripts/a.py": "" });
  await symlink(outside, placeOf("linked/SKILL.md"));
  await expect(
    api.skills.writeManual({ name: "linked", text: `${MANUAL}x`, base: "" }),
  ).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await readFile(outside, "utf8")).toBe(MANUAL);

  // What the walk leaves out is there all the same.
  await makeSkill("odd", { "scripts/a.py": "", "SKILL.md/inside.txt": "" });
  await expect(api.skills.writeManual({ name: "odd", text: MANUAL, base: "" })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  await makeSkill("long", { "SKILL.md": `${MANUAL}${"x".repeat(600_000)}` });
  await expect(api.skills.manual({ name: "long" })).rejects.toMatchObject({
    code: "BAD_REQUEST",
    message: "SKILL.md of long cannot be read, or is longer than 512 kB.",
  });

  await expect(api.skills.manual({ name: "nobody" })).rejects.toMatchObject({ code: "NOT_FOUND" });
});
