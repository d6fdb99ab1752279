import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SkillTestOutcome } from "../contract/skill-desk.ts";
import { type Hive, makeDataFolder, openHive, PROJECT_FOLDER } from "../testing/open-hive.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { createCaller } from "./root.ts";

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hive: Hive;
let api: ReturnType<typeof createCaller>;

const MANUAL = "---\nname: figures\ndescription: Counts words.\n---\n\n# Figures\n";
const MODULE = `
__all__ = ["count", "fail"]


def count(path: str, top: int = 1) -> dict:
    """Counts the words of a file."""
    print("reading", path)
    with open(path, encoding="utf-8") as file:
        words = file.read().split()
    with open("words.txt", "w", encoding="utf-8") as report:
        report.write("\\n".join(words))
    return {"words": len(words), "top": words[:top]}


def fail() -> str:
    """Always fails."""
    raise ValueError("There is nothing to count.")
`;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
  hive = await openHive({ url: database.url, dataDir: folder.path, role: "web" });
  api = createCaller({ services: hive.services });
  await write("skills/figures/SKILL.md", MANUAL);
  await write("skills/figures/scripts/figures.py", MODULE);
});
afterAll(async () => {
  await hive.close();
  await folder[Symbol.asyncDispose]();
  await database.close();
});

async function write(path: string, text: string): Promise<void> {
  const place = join(folder.path, path);
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, text);
}

async function runTests(name: string): Promise<readonly SkillTestOutcome[]> {
  const outcomes: SkillTestOutcome[] = [];
  for await (const outcome of await api.skills.test({ name })) outcomes.push(outcome);
  return outcomes;
}

const file = { name: "poem.txt", base64: Buffer.from("one two three").toString("base64") };

test("a try gives what the function returned, printed and made, and what is wrong with arguments", async () => {
  const tried = await api.skills.try({
    name: "figures",
    function: "count",
    arguments: { path: "poem.txt", top: 2 },
    files: [file],
  });
  expect(tried).toMatchObject({ isOk: true, problem: null, data: { words: 3, top: ["one", "two"] } });
  expect(tried.logs).toContain("reading poem.txt");
  expect(tried.peakMemory).toBeGreaterThan(1_000_000);
  expect(
    tried.files.map(({ name, base64 }) => [name, Buffer.from(base64 ?? "", "base64").toString()]),
  ).toEqual([["words.txt", "one\ntwo\nthree"]]);
  const wrong = await api.skills.try({ name: "figures", function: "count", arguments: { path: 3 } });
  expect(wrong).toMatchObject({ isOk: false });
  expect(wrong.problem?.message).toContain("path");
  const failed = await api.skills.try({ name: "figures", function: "fail" });
  expect(failed.problem?.message).toContain("There is nothing to count.");
});

test("a file with a path for a name and a skill that is not there are refused", async () => {
  const call = { name: "figures", function: "count" };
  await expect(api.skills.try({ ...call, files: [{ ...file, name: "../out.txt" }] })).rejects.toMatchObject({
    code: "BAD_REQUEST",
  });
  await expect(api.skills.try({ ...call, name: "nobody" })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a try that is saved is an example that runs, and one that is no longer true says so", async () => {
  const content = {
    description: "Three words",
    function: "count",
    files: { "poem.txt": "one two three" },
    arguments: { path: "poem.txt" },
    expected: { words: 3, top: ["one"] },
  };
  expect(await api.skills.saveExample({ name: "figures", example: "three-words", content })).toEqual({
    file: "examples/three-words.json",
  });
  await expect
    .poll(() => api.skills.examples({ name: "figures" }))
    .toMatchObject([
      { file: "examples/three-words.json", calls: "count", arguments: { path: "poem.txt" }, problem: "" },
    ]);
  expect(await runTests("figures")).toMatchObject([{ test: "examples/three-words.json", passed: true }]);
  await expect(
    api.skills.saveExample({ name: "figures", example: "three-words", content }),
  ).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(
    api.skills.saveExample({ name: "figures", example: "nothing", content: { function: "count" } }),
  ).rejects.toMatchObject({ code: "BAD_REQUEST" });
  await write(
    "skills/figures/examples/three-words.json",
    JSON.stringify({ ...content, expected: { words: 4, top: ["one"] } }),
  );
  const [outcome] = await runTests("figures");
  expect(outcome).toMatchObject({ passed: false });
  expect(outcome?.problem).toContain('"words":3');
});

test("what ships with OpenHive is tried and never changed", async () => {
  const [first] = (await api.skills.list()).filter(({ root }) => root === "packages/skills");
  const name = first?.name ?? "";
  await expect(
    api.skills.saveExample({ name, example: "mine", content: { expected: 1 } }),
  ).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(api.skills.mend({ name })).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("a mend is shown before it is done, and one rule is mended without the others", async () => {
  const manual = "---\nname: Other\ndescription: Bent: crooked.\ncolour: red\n---\n\nText\n";
  await write("skills/bent/SKILL.md", manual);
  await expect.poll(async () => (await api.skills.list()).some(({ name }) => name === "bent")).toBe(true);
  const plan = await api.skills.previewMend({ name: "bent" });
  expect(plan.changes).toMatchObject([{ file: "SKILL.md", newName: null, before: manual }]);
  expect(await readFile(join(folder.path, "skills/bent/SKILL.md"), "utf8")).toBe(manual);
  const one = await api.skills.mend({ name: "bent", rule: "value-unquoted" });
  expect(one.mends.map(({ rule }) => rule)).toEqual(["value-unquoted"]);
  expect(await readFile(join(folder.path, "skills/bent/SKILL.md"), "utf8")).toBe(
    '---\nname: Other\ndescription: "Bent: crooked."\ncolour: red\n---\n\nText\n',
  );
  await api.skills.mend({ name: "bent" });
  expect(await readFile(join(folder.path, "skills/bent/SKILL.md"), "utf8")).toContain("name: bent\n");
  expect((await api.skills.previewMend({ name: "bent" })).mends).toEqual([]);
});

test("a file is shown with what is hidden in it, and nothing outside of the skill is", async () => {
  await write("skills/figures/references/note.md", "plain\nhid\u200bden\n");
  await expect.poll(async () => (await api.skills.get({ name: "figures" })).files.length).toBe(4);
  const shown = await api.skills.file({ name: "figures", path: "references/note.md" });
  expect(shown).toMatchObject({ text: "plain\nhid\u200bden\n", isCut: false, hidden: [{ line: 2 }] });
  await expect(api.skills.file({ name: "figures", path: "../bent/SKILL.md" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("a new skill works, is packed, looked into before it is installed, deleted and installed again", async () => {
  await api.skills.create({ name: "fresh" });
  await expect(api.skills.create({ name: "fresh" })).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(api.skills.create({ name: "../fresh" })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  await expect.poll(async () => (await api.skills.list()).some(({ name }) => name === "fresh")).toBe(true);
  expect((await runTests("fresh")).map(({ passed }) => passed)).toEqual([true, true]);
  const { fileName, content } = await hive.services.packSkill("fresh");
  const archive = { fileName, base64: Buffer.from(content).toString("base64") };
  expect(await api.skills.inspectArchive(archive)).toMatchObject([
    { name: "fresh", isUsable: true, isTaken: true, functionNames: ["count_text"] },
  ]);
  await expect(api.skills.installArchive(archive)).rejects.toMatchObject({ code: "CONFLICT" });
  await api.skills.remove({ name: "fresh" });
  await expect.poll(async () => (await api.skills.list()).some(({ name }) => name === "fresh")).toBe(false);
  expect(await api.skills.inspectArchive(archive)).toMatchObject([{ name: "fresh", isTaken: false }]);
  expect((await api.skills.list()).some(({ name }) => name === "fresh")).toBe(false);
  expect(await api.skills.installArchive(archive)).toMatchObject([{ name: "fresh", isUsable: true }]);
  await expect.poll(async () => (await api.skills.list()).some(({ name }) => name === "fresh")).toBe(true);
});

test("of two examples saved at once under one name one is kept, and the other is told", async () => {
  const save = (words: number) => {
    const content = { function: "count", arguments: { path: "poem.txt" }, expected: { words } };
    return api.skills.saveExample({ name: "figures", example: "at-once", content });
  };
  const saved = await Promise.allSettled([save(1), save(2), save(3)]);
  const kept = saved.findIndex(({ status }) => status === "fulfilled");
  expect(saved.filter(({ status }) => status === "rejected")).toMatchObject([
    { reason: { code: "CONFLICT" } },
    { reason: { code: "CONFLICT" } },
  ]);
  const text = await readFile(join(folder.path, "skills", "figures", "examples", "at-once.json"), "utf8");
  expect(JSON.parse(text)).toMatchObject({ expected: { words: kept + 1 } });
});

test("files of a try are bounded together, and of what it makes as much as fits comes back", async () => {
  const large = Buffer.alloc(9_000_000).toString("base64");
  const files = ["a.bin", "b.bin", "c.bin"].map((name) => ({ name, base64: large }));
  const call = { name: "figures", function: "count", arguments: { path: "a.bin" } };
  await expect(api.skills.try({ ...call, files })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  await write("skills/heaps/SKILL.md", MANUAL.replace("name: figures", "name: heaps"));
  await write(
    "skills/heaps/heaps.py",
    'def heaps() -> None:\n    """Makes files."""\n    for name in "abcd":\n        open(name, "wb").write(bytes(9_000_000))\n',
  );
  await expect.poll(async () => (await api.skills.list()).some(({ name }) => name === "heaps")).toBe(true);
  const { files: made } = await api.skills.try({ name: "heaps", function: "heaps", arguments: {} });
  expect(made.map(({ name, base64 }) => [name, base64 !== null])).toEqual([
    ["a", true],
    ["b", true],
    ["c", false],
    ["d", false],
  ]);
});

test("a skill that needs secrets says so instead of failing without them", async () => {
  const metadata = "metadata:\n  openhive-secrets: API_TOKEN\n";
  // The manual last: with it the folder is a skill, and may be listed before what comes after it.
  await write("skills/closed/closed.py", 'def ask() -> str:\n    """Asks."""\n    return "asked"\n');
  await write("skills/closed/SKILL.md", MANUAL.replace("name: figures\n", `name: closed\n${metadata}`));
  await expect.poll(async () => (await api.skills.list()).some(({ name }) => name === "closed")).toBe(true);
  expect(await api.skills.try({ name: "closed", function: "ask", arguments: {} })).toMatchObject({
    isOk: false,
    problem: { message: expect.stringContaining("vault") },
  });
});

test("what ships with OpenHive is not changed by whatever way it is found, and a link is not deleted for its target", async () => {
  const bundled = join(PROJECT_FOLDER, "packages", "skills");
  await mkdir(join(folder.path, "linking", ".claude"), { recursive: true });
  await symlink(bundled, join(folder.path, "linking", ".claude", "skills"));
  await api.skills.addProject({ path: join(folder.path, "linking") });
  await expect
    .poll(async () => (await api.skills.get({ name: "csv-figures" })).root)
    .toBe(".claude/skills of linking");
  await expect(
    api.skills.saveExample({ name: "csv-figures", example: "mine", content: { expected: 1 } }),
  ).rejects.toMatchObject({ code: "FORBIDDEN" });
  await write("skills/real/SKILL.md", MANUAL.replace("name: figures", "name: alias"));
  await symlink(join(folder.path, "skills", "real"), join(folder.path, "skills", "alias"));
  await expect.poll(async () => (await api.skills.list()).some(({ name }) => name === "alias")).toBe(true);
  await expect(api.skills.remove({ name: "alias" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await readFile(join(folder.path, "skills", "real", "SKILL.md"), "utf8")).toContain("alias");
});

test("what is no archive is refused, and a skill of a project is not deleted", async () => {
  await expect(
    api.skills.inspectArchive({ fileName: "a.zip", base64: Buffer.from("no archive").toString("base64") }),
  ).rejects.toMatchObject({ code: "BAD_REQUEST" });
  await write("project/.agents/skills/theirs/SKILL.md", MANUAL.replace("name: figures", "name: theirs"));
  await api.skills.addProject({ path: join(folder.path, "project") });
  await expect.poll(async () => (await api.skills.list()).some(({ name }) => name === "theirs")).toBe(true);
  await expect(api.skills.remove({ name: "theirs" })).rejects.toMatchObject({ code: "FORBIDDEN" });
});

const CHART = {
  name: "Counting house",
  agents: [
    {
      id: "clerk",
      name: "Clerk",
      persona: "You count words.",
      skills: ["figures"],
      position: { x: 0, y: 0 },
    },
    { id: "guest", name: "Guest", persona: "You wait.", position: { x: 0, y: 200 } },
  ],
  lines: [{ id: "line", parentId: "clerk", childId: "guest" }],
};

test("activation is shown as a run would send it: the same prompt and array, then the manual and the functions", async () => {
  await api.orgs.create({ slug: "counting-house", document: CHART });
  const { agentName, before, after } = await api.skills.activation({
    name: "figures",
    agent: { org: "counting-house", id: "clerk" },
  });
  expect(agentName).toBe("Clerk");
  const names = (seen: typeof before) => seen.tools.map(({ name }) => name);
  const { document } = await api.orgs.get({ idOrSlug: "counting-house" });
  const sent = await hive.services.toolArray(document, "clerk");
  expect(names(before)).toEqual(sent.map(({ name }) => name));
  expect(names(before)).toContain("delegate_to");
  expect(names(after).filter((name) => !names(before).includes(name))).toEqual(["count", "fail"]);
  expect(names(after).filter((name) => !["count", "fail"].includes(name))).toEqual(names(before));
  expect(before.sections.map(({ kind }) => kind)).toEqual(["persona", "team", "catalogue"]);
  expect(after.sections.slice(0, 3)).toEqual(before.sections);
  expect(after.sections.slice(3)).toMatchObject([
    { kind: "skill", text: expect.stringContaining("# Figures") },
  ]);
  for (const { tokens } of [...after.sections, ...after.tools]) expect(tokens).toBeGreaterThan(0);
});

test("activation is shown for an agent of no org too, and for one that was not granted the skill", async () => {
  const alone = await api.skills.activation({ name: "figures" });
  expect(alone.after.tools.map(({ name }) => name)).toContain("count");
  const guest = await api.skills.activation({
    name: "figures",
    agent: { org: "counting-house", id: "guest" },
  });
  expect(guest.before.sections.map(({ text }) => text).join("\n")).toContain("figures: Counts words.");
  await expect(api.skills.activation({ name: "nobody" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(
    api.skills.activation({ name: "figures", agent: { org: "no-such-org", id: "clerk" } }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a skill names the agents that were granted it, of orgs that are there", async () => {
  const user = {
    orgSlug: "counting-house",
    orgName: "Counting house",
    agentId: "clerk",
    agentName: "Clerk",
  };
  expect(await api.skills.get({ name: "figures" })).toMatchObject({ usedBy: 1, users: [user] });
  const { id } = await api.orgs.get({ idOrSlug: "counting-house" });
  await api.orgs.remove({ orgId: id });
  expect(await api.skills.get({ name: "figures" })).toMatchObject({ usedBy: 0, users: [] });
});
