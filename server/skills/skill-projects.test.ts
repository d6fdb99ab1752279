import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { createSkillProjects } from "./skill-projects.ts";

/** A list of projects, and the way to make folders that may be put into it. */
async function openProjects() {
  const home = await temporaryFolder();
  const file = join(home, "data", "skill-projects.json");
  const makeFolder = async (name: string): Promise<string> => {
    const path = join(home, name);
    await mkdir(path);
    return path;
  };
  return { file, makeFolder, projects: createSkillProjects(file) };
}

test("what is added comes last, once, and goes without the others", async () => {
  const { makeFolder, projects } = await openProjects();
  const [first, second] = [await makeFolder("first"), await makeFolder("second")];
  for (const path of [first, second, first]) await projects.add(path);
  expect(await projects.list()).toEqual([first, second]);
  await projects.remove(first);
  await projects.remove("/never/named");
  expect(await projects.list()).toEqual([second]);
});

test("changes that are made at once all stand", async () => {
  const { makeFolder, projects } = await openProjects();
  const paths = await Promise.all(Array.from({ length: 12 }, (_, index) => makeFolder(`project-${index}`)));
  const [gone = "", ...kept] = paths;
  await projects.add(gone);
  await Promise.all([...kept.map(projects.add), projects.remove(gone)]);
  expect(new Set(await projects.list())).toEqual(new Set(kept));
});

test("only what is added has to be a folder: one that is gone from the disk keeps nobody from changing the rest", async () => {
  const { makeFolder, projects } = await openProjects();
  const [gone, here] = [await makeFolder("gone"), await makeFolder("here")];
  await projects.add(gone);
  await rm(gone, { recursive: true });
  await projects.add(here);
  expect(await projects.list()).toEqual([gone, here]);
  await projects.remove(gone);
  expect(await projects.list()).toEqual([here]);
  for (const path of ["relative", gone])
    await expect(projects.add(path)).rejects.toMatchObject({ code: "invalid" });
  expect(await projects.list()).toEqual([here]);
});

test("a hundred projects are named at most, and one more is refused without losing any", async () => {
  const { file, makeFolder, projects } = await openProjects();
  const [first, more] = [await makeFolder("first"), await makeFolder("more")];
  await projects.add(first);
  const full = Array.from({ length: 100 }, (_, index) => `/project/${index}`);
  await writeFile(file, JSON.stringify({ projects: full }));
  await expect(projects.add(more)).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining("100 projects"),
  });
  expect(await projects.list()).toEqual(full);
});

test.each([
  ["broken", '{"projects": ["/one", '],
  ["of another form", '{"projects": "/one"}'],
])(
  "a list that is %s is said by its file and stays as it is, and skills are looked for without it",
  async (_kind, text) => {
    const { file, makeFolder, projects } = await openProjects();
    const path = await makeFolder("project");
    await projects.add(path);
    await writeFile(file, text);
    const refused = { code: "invalid", message: expect.stringMatching(/skill-projects\.json .*Mend it/) };
    await expect(projects.add(path)).rejects.toMatchObject(refused);
    await expect(projects.remove(path)).rejects.toMatchObject(refused);
    await expect(projects.read()).rejects.toMatchObject(refused);
    expect(await readFile(file, "utf8")).toBe(text);
    expect(await projects.list()).toEqual([]);
  },
);

test("a list that the system does not give is not taken for an empty one", async () => {
  const { file, makeFolder, projects } = await openProjects();
  const path = await makeFolder("project");
  await mkdir(file, { recursive: true });
  await expect(projects.add(path)).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining("skill-projects.json cannot be read (EISDIR)"),
  });
  expect(await projects.list()).toEqual([]);
});
