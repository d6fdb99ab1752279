import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSkillBench, manual } from "../testing/skill-bench.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { createDatabase, type Database } from "./database.ts";
import { createStoredRevisions } from "./skill-revisions.ts";

let database: TestDatabase;
let store: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  store = createDatabase(database.url, "test");
});
afterAll(async () => {
  await store.end();
  await database.close();
});

const PYTHON = `def answer() -> str:\n    """Answers."""\n    return "first"\n`;

test("what one process keeps another finds, whole; a damaged or a lost copy is mended", async () => {
  const sharedRevisions = createStoredRevisions(store);
  await using here = await createSkillBench({
    sharedRevisions,
    folder: {
      "oracle/SKILL.md": manual("oracle"),
      "oracle/a.py": PYTHON,
      "oracle/data/blob.bin": Buffer.from([0, 255, 10, 13]),
      "oracle/résumé.md": "é",
    },
    granted: ["oracle"],
  });
  await here.call("activate_skill", { name: "oracle" });
  const revision = (await here.skills.catalogue.find("oracle"))?.revision ?? "";
  await using there = await createSkillBench({
    sharedRevisions,
    folder: { "other/SKILL.md": manual("other") },
  });
  const found = await there.skills.revisions.find("oracle", revision);
  expect(found).toMatchObject({ revision, functions: [{ name: "answer" }] });
  expect(found?.files.map(({ path }) => path).sort()).toEqual([
    "SKILL.md",
    "a.py",
    "data/blob.bin",
    "résumé.md",
  ]);
  const copy = join(there.revisionsPath, revision, "oracle");
  await rm(copy, { recursive: true });
  expect(await there.skills.revisions.find("oracle", revision)).toMatchObject({ revision });
  await writeFile(join(copy, "a.py"), "changed");
  await using again = await createSkillBench({ sharedRevisions, revisionsPath: there.revisionsPath });
  expect(await again.skills.revisions.find("oracle", revision)).toMatchObject({ revision });
});

test("a session's environment is prepared where its skill was brought to", async () => {
  const sharedRevisions = createStoredRevisions(store);
  const folder = { "needy/SKILL.md": manual("needy"), "needy/requirements.txt": "nothing-at-all==1.0\n" };
  await using here = await createSkillBench({ sharedRevisions, folder, granted: ["needy"] });
  await here.call("activate_skill", { name: "needy" });
  const revision = (await here.skills.catalogue.find("needy"))?.revision ?? "";
  await using there = await createSkillBench({ sharedRevisions, installMode: "wheels" });
  const skill = await there.skills.revisions.find("needy", revision);
  if (!skill) throw new Error("It was not found.");
  // The index of this bench answers nobody: that it failed says that it was tried.
  await expect.poll(async () => (await there.skills.environments.state(skill)).state).toBe("failed");
});

test("only what no session refers to is removed, an hour after it was asked for", async () => {
  const revisions = createStoredRevisions(store);
  const content = Buffer.from("packed");
  for (const name of ["used", "unused", "fresh"]) await revisions.save(name, "1", content);
  await store.query(
    "update skill_revision set kept_at = now() - interval '2 hours' where skill in ('used', 'unused')",
  );
  await store.query(
    `with org as (insert into org (id, slug, name, version) values (gen_random_uuid(), 'o', 'O', 1) returning id),
       run as (insert into run (id, org_id, org_name, org_version, task, status)
               select gen_random_uuid(), id, 'O', 1, 't', 'completed' from org returning id),
       session as (insert into session (id, run_id, agent_id, agent_name, depth, task, status)
                   select gen_random_uuid(), id, 'a', 'A', 0, 't', 'completed' from run returning id)
     insert into skill_activation (session_id, skill, revision) select id, 'used', '1' from session`,
  );
  expect(await revisions.collect()).toBe(1);
  expect(await revisions.load("unused", "1")).toBeUndefined();
  expect(await revisions.load("used", "1")).toEqual(content);
  expect(await revisions.touch("fresh", "1")).toBe(true);
  expect(await revisions.touch("unused", "1")).toBe(false);
});
