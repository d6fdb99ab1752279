import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Hive, makeDataFolder, openHive } from "../testing/open-hive.ts";
import { manual } from "../testing/skill-bench.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { createCaller } from "./root.ts";

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hive: Hive;
let api: ReturnType<typeof createCaller>;

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

async function write(path: string, text: string): Promise<void> {
  await mkdir(join(folder.path, path), { recursive: true });
  await writeFile(join(folder.path, path, "SKILL.md"), text);
}

test("a skill that is dropped in, also into a project that is named meanwhile, is told to who follows the skills", async () => {
  const told: string[] = [];
  const listening = Promise.withResolvers<void>();
  const changes = await api.skills.changes();
  const following = (async () => {
    for await (const batch of changes) {
      listening.resolve();
      for (const { name, kind } of batch) told.push(`${kind} ${name}`);
    }
  })();
  await listening.promise;
  await write("skills/dropped", manual("dropped"));
  await expect.poll(() => told).toContain("added dropped");
  await write("project/.agents/skills/from-project", manual("from-project"));
  await api.skills.addProject({ path: join(folder.path, "project") });
  expect(await api.skills.projects()).toEqual([join(folder.path, "project")]);
  await expect.poll(() => told).toContain("added from-project");
  expect((await api.skills.list()).map(({ name }) => name)).toContain("from-project");
  expect((await api.skills.folders()).map(({ label }) => label)).toEqual([
    "packages/skills",
    "data folder",
    ".claude/skills of project",
    ".agents/skills of project",
  ]);
  await write("project/.agents/skills/later", manual("later"));
  await expect.poll(() => told).toContain("added later");
  void changes[Symbol.asyncIterator]().return?.();
  void following;
});

test("a project that is no folder is refused", async () => {
  for (const path of ["relative", join(folder.path, "nowhere")])
    await expect(api.skills.addProject({ path })).rejects.toMatchObject({ code: "BAD_REQUEST" });
});

test("two pages that know nothing of each other's projects both keep theirs, and a list that cannot be read says so", async () => {
  await Promise.all(["left", "right"].map((name) => mkdir(join(folder.path, name), { recursive: true })));
  const before = await api.skills.projects();
  const [left, right] = [join(folder.path, "left"), join(folder.path, "right")];
  await Promise.all([api.skills.addProject({ path: left }), api.skills.addProject({ path: right })]);
  expect(new Set(await api.skills.projects())).toEqual(new Set([...before, left, right]));
  await api.skills.removeProject({ path: left });
  expect(await api.skills.projects()).toEqual([...before, right]);
  const file = join(folder.path, "skill-projects.json");
  const kept = await readFile(file, "utf8");
  await writeFile(file, "{");
  for (const ask of [() => api.skills.projects(), () => api.skills.removeProject({ path: right })])
    await expect(ask()).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: expect.stringContaining(file),
    });
  expect((await api.skills.list()).length).toBeGreaterThan(0);
  await writeFile(file, kept);
});

test("how far the packages of a skill are is told from the first moment, and a skill that is not there is said", async () => {
  await write("skills/packed", manual("packed"));
  await writeFile(join(folder.path, "skills/packed/requirements.txt"), "no-such-thing==1\n");
  await expect.poll(async () => (await api.skills.list()).some(({ name }) => name === "packed")).toBe(true);
  for await (const state of await api.skills.environment({ name: "packed" })) {
    expect(state).toMatchObject({ state: "missing", requirements: ["no-such-thing==1"] });
    break;
  }
  await expect(api.skills.prepare({ name: "nobody" })).rejects.toMatchObject({ code: "NOT_FOUND" });
});
