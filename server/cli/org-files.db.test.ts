import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fromZip } from "../services/org-files/org-zip.ts";
import { openhive } from "../testing/command-line.ts";
import { drawOrg } from "../testing/draw-org.ts";
import { type Hive, makeDataFolder, openHive } from "../testing/open-hive.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

const KEY = "sk-secret-of-the-provider";
const TOKEN = "secret-of-the-server";

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let pages: Hive;
const run = (...args: readonly string[]) => openhive({ url: database.url, dataDir: folder.path }, args);
const inFolder = (name: string) => join(folder.path, name);

/** Every file below a folder with its bytes. */
async function contentOf(path: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      files.sort().map(async (file) => [file.slice(path.length), await readFile(file, "hex")] as const),
    ),
  );
}

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
  pages = await openHive({ url: database.url, dataDir: folder.path, role: "web" });
  await pages.services.saveProvider({
    id: "vendor",
    kind: "openai",
    name: "Vendor",
    baseUrl: null,
    apiKey: KEY,
    models: ["m"],
  });
  await pages.services.saveMcpServer({ name: "box", command: "true", args: [], env: { BOX_TOKEN: TOKEN } });
  const drawn = drawOrg(["lead > a", "lead > b"]);
  const document = {
    ...drawn,
    name: "שולחן 🐝: no",
    agents: drawn.agents.map((agent) => ({
      ...agent,
      name: "Same name",
      persona: "# You\r\nare “a” 🐝\n\n- x\n",
      model: { provider: "vendor", model: "m" },
      mcp: [{ server: "box" }],
    })),
    lines: drawn.lines.map((line) => ({ ...line, budget: { tokens: 5_000 }, maxConcurrentSessions: 2 })),
    groups: [
      { id: "g", name: "Group", position: { x: 0.25, y: -3 }, width: 100, height: 100, members: ["a"] },
    ],
    notes: [{ id: "n", text: "a\nb: # no\n", position: { x: 1, y: 2 }, width: 208, height: 96 }],
  };
  await pages.services.createOrg({ document, slug: "desk" });
});
afterAll(async () => {
  await pages.close();
  await folder[Symbol.asyncDispose]();
  await database.close();
});

test("export, import and export give the same bytes, and no secret is in them", async () => {
  expect(await run("org", "export", "desk", inFolder("one"))).toMatchObject({ code: 0, stdout: "" });
  const before = await pages.services.getOrg("desk");
  await pages.services.removeOrg(before.id);
  const taken = await run("org", "import", inFolder("one"));
  expect(taken).toMatchObject({ code: 1, stderr: "The slug desk is taken. Choose another.\n" });
  const imported = await run("org", "import", inFolder("one"), "--slug", "again", "--json");
  expect(imported).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(imported.stdout)).toMatchObject({ slug: "again", version: 1, agentCount: 3 });
  expect((await pages.services.getOrg("again")).document).toEqual(before.document);
  await run("org", "export", "again", inFolder("two"));
  const [one, two] = [await contentOf(inFolder("one")), await contentOf(inFolder("two"))];
  expect([...two.keys()]).toEqual([
    "/agents/same-name-2.md",
    "/agents/same-name-3.md",
    "/agents/same-name.md",
    "/org.yaml",
  ]);
  const slugLine = (slug: string) => Buffer.from(`slug: ${slug}\n`).toString("hex");
  expect(
    new Map([...two].map(([path, hex]) => [path, hex.replace(slugLine("again"), slugLine("desk"))])),
  ).toEqual(one);
  const everything = [...one.values()].map((hex) => Buffer.from(hex, "hex").toString()).join("\n");
  for (const secret of [KEY, TOKEN]) expect(everything).not.toContain(secret);
  expect(everything).toContain("box");
});

test("a key that a persona names leaves in no form: folder, file, standard output, archive", async () => {
  const persona = `The key is ${KEY}.`;
  const org = await pages.addOrg({ ...drawOrg(["boss > worker"], { boss: { persona } }), name: "Careless" });
  await run("org", "export", org.slug, inFolder("careless"));
  await run("org", "export", org.slug, "--out", inFolder("careless.yaml"));
  const { content } = await pages.services.exportOrgArchive(org.slug);
  const forms = [
    Buffer.from((await contentOf(inFolder("careless"))).get("/agents/boss.md") ?? "", "hex").toString(),
    await readFile(inFolder("careless.yaml"), "utf8"),
    (await run("org", "export", org.slug)).stdout,
    (await fromZip(content)).map((file) => Buffer.from(file.content).toString()).join(""),
  ];
  for (const form of forms) {
    expect(form).toContain("The key is [REDACTED].");
    expect(form).not.toContain(KEY);
  }
});

test("a folder and --out together are wrong usage, and nothing is written", async () => {
  const both = await run("org", "export", "again", inFolder("both"), "--out", inFolder("both.yaml"));
  expect(both).toMatchObject({ code: 2, stdout: "" });
  const names = await readdir(folder.path);
  expect(names.filter((name) => name.startsWith("both"))).toEqual([]);
});

test("a second export takes away the files of agents that are gone, and leaves what is not its own", async () => {
  const org = await pages.addOrg({ ...drawOrg(["boss > worker"]), name: "Shrinking" });
  await run("org", "export", org.slug, inFolder("shrinking"));
  await writeFile(inFolder("shrinking/NOTES.txt"), "mine");
  await pages.services.saveOrg({
    orgId: org.id,
    baseVersion: 1,
    document: { ...org.document, agents: org.document.agents.slice(0, 1), lines: [] },
  });
  await run("org", "export", org.slug, inFolder("shrinking"));
  expect([...(await contentOf(inFolder("shrinking"))).keys()]).toEqual([
    "/NOTES.txt",
    "/agents/boss.md",
    "/org.yaml",
  ]);
  const other = await run("org", "export", org.slug, folder.path);
  expect(other).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/is not empty and holds no org\.yaml/),
  });
});

test("a dry run checks everything, tells what is missing here and adds nothing", async () => {
  await mkdir(inFolder("dry/agents"), { recursive: true });
  await writeFile(inFolder("dry/org.yaml"), "openhive_org: 1\nname: Dry\nagents: [agents/a.md]\nlines: []\n");
  await writeFile(
    inFolder("dry/agents/a.md"),
    "---\nid: a\nname: A\nposition: {x: 0, y: 0}\nskills: [nosuch]\n---\n\nYou.\n",
  );
  const dry = await run("org", "import", inFolder("dry"), "--dry-run", "--json");
  expect(JSON.parse(dry.stdout)).toMatchObject({
    name: "Dry",
    agentCount: 1,
    problems: [{ level: "warning", message: expect.stringContaining("nosuch") }],
  });
  expect((await pages.services.listOrgs()).map(({ name }) => name)).not.toContain("Dry");
});

test("a problem is told with the file and the line", async () => {
  await mkdir(inFolder("bad/agents"), { recursive: true });
  await writeFile(inFolder("bad/org.yaml"), "openhive_org: 1\nname: Bad\nagents: [agents/a.md]\nlines: []\n");
  await writeFile(inFolder("bad/agents/a.md"), "---\nid: a\nname: A\nposition: {x: 0}\n---\n");
  const bad = await run("org", "import", inFolder("bad"));
  expect(bad).toMatchObject({ code: 1, stdout: "" });
  expect(bad.stderr).toMatch(/^[^\n]*\/bad\/agents\/a\.md:4: position\.y: [^\n]+\n$/);
});

test("a link in the folder is not followed", async () => {
  await mkdir(inFolder("linked"), { recursive: true });
  await symlink("/etc/passwd", inFolder("linked/org.yaml"));
  const end = await run("org", "import", inFolder("linked"));
  expect(end).toMatchObject({ code: 1, stderr: expect.stringContaining("links are not followed") });
});

test("an org is duplicated with its name told apart, and an archive of it comes in under a slug that is free", async () => {
  const org = await pages.addOrg({ ...drawOrg(["boss > worker"]), name: "Twin" });
  const copy = await run("org", "duplicate", "twin", "--json");
  expect(JSON.parse(copy.stdout)).toMatchObject({ slug: "twin-copy", name: "Twin copy" });
  expect((await pages.services.getOrg("twin-copy")).document).toEqual({ ...org.document, name: "Twin copy" });
  const { content } = await pages.services.exportOrgArchive("twin");
  const imported = await pages.services.importOrgArchive({
    archive: content,
    onTaken: "number",
    isDryRun: false,
  });
  expect(imported.org?.slug).toBe("twin-2");
});

test("versions are listed, named, compared and restored as a new one", async () => {
  const org = await pages.addOrg({ ...drawOrg(["boss > worker"]), name: "Versioned" });
  const agents = org.document.agents.map((agent) => ({ ...agent, persona: "One\nTwo\n" }));
  await run("org", "name", "versioned", "1", "As first drawn");
  await pages.services.saveOrg({ orgId: org.id, baseVersion: 1, document: { ...org.document, agents } });
  expect(JSON.parse((await run("org", "versions", "versioned", "--json")).stdout)).toMatchObject([
    { version: 2, label: null },
    { version: 1, label: "As first drawn" },
  ]);
  const diff = await run("org", "diff", "versioned", "1");
  expect(diff).toMatchObject({ code: 1, stderr: "" });
  expect(diff.stdout).toMatch(/^~ agent boss\n {4}persona:\n[\s\S]*\+One\n/);
  expect(await run("org", "restore", "versioned", "1")).toMatchObject({ code: 0 });
  expect(await pages.services.getOrg("versioned")).toMatchObject({ version: 3, document: org.document });
  const naming = { orgId: org.id, version: 9, label: "x" };
  await expect(pages.services.nameOrgVersion(naming)).rejects.toThrow("There is no such version.");
});

test("xray tells what an org could do at worst, and what is wrong with it", async () => {
  const lines = ["boss > worker", "boss > other"];
  await pages.addOrg({ ...drawOrg(lines, { worker: { skills: ["nosuch"] } }), name: "Rays" });
  const seen = await run("org", "xray", "rays", "--json");
  expect(JSON.parse(seen.stdout)).toMatchObject({
    sessions: 9,
    modelCalls: 9 * (24 + 23),
    widest: 8,
    deepest: ["boss", expect.any(String)],
    problems: expect.arrayContaining([
      expect.objectContaining({ message: expect.stringContaining("nosuch") }),
    ]),
  });
  expect((await run("org", "xray", "rays")).stdout).toMatch(/^model calls +423$/m);
});
