import { mkdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SkillChange } from "../contract/skill-folders.ts";
import { createSkillBench, manual, type SkillBench } from "../testing/skill-bench.ts";
import { createSkillNews } from "./skill-news.ts";
import { createSkillRevisions } from "./skill-revisions.ts";

const answering = (text: string) => `def answer() -> str:\n    """Answers."""\n    return "${text}"\n`;

test("an active skill stays as it was activated: edited, broken and removed, until it is activated again", async () => {
  await using bench = await createSkillBench({
    folder: {
      "oracle/SKILL.md": manual("oracle", "First manual."),
      "oracle/a.py": answering("first"),
      "oracle/note.md": "one",
    },
    granted: ["oracle"],
  });
  const prompt = async () =>
    (await bench.skills.promptSource.sections(bench.scope())).map(({ text }) => text).join("\n");
  await bench.call("activate_skill", { name: "oracle" });
  expect(await bench.text("answer", {})).toBe("first");

  await bench.write("oracle/SKILL.md", manual("oracle", "Second manual."));
  await bench.write("oracle/a.py", answering("second"));
  await bench.write("oracle/note.md", "two");
  await expect.poll(async () => (await bench.skills.catalogue.find("oracle"))?.body).toBe("Second manual.");
  expect(await bench.text("answer", {})).toBe("first");
  expect(await bench.text("read_skill_file", { name: "oracle", path: "note.md" })).toBe("one");
  expect(await prompt()).toContain("First manual.");

  await bench.call("activate_skill", { name: "oracle" });
  expect(await bench.text("answer", {})).toBe("second");
  expect(await prompt()).not.toContain("First manual.");

  await bench.write("oracle/SKILL.md", "broken");
  await expect.poll(async () => (await bench.skills.catalogue.find("oracle"))?.isUsable).toBe(false);
  expect(await bench.text("answer", {})).toBe("second");
  await rm(join(bench.root, "oracle"), { recursive: true });
  await expect.poll(() => bench.skills.catalogue.find("oracle")).toBeUndefined();
  expect(await bench.text("answer", {})).toBe("second");
  expect(await bench.text("list_skill_files", { name: "oracle" })).toContain("a.py");
});

test("a revision is kept while a run refers to it, and collected when none does", async () => {
  await using bench = await createSkillBench({
    folder: { "oracle/SKILL.md": manual("oracle"), "oracle/a.py": answering("first") },
    granted: ["oracle"],
  });
  const { revisions, catalogue } = bench.skills;
  await bench.call("activate_skill", { name: "oracle" });
  const revision = (await catalogue.find("oracle"))?.revision ?? "";
  const old = new Date(Date.now() - 2 * 3_600_000);
  expect(await revisions.collect(new Set())).toBe(0);
  await utimes(join(bench.revisionsPath, revision), old, old);
  expect(await revisions.collect(new Set([revision]))).toBe(0);
  expect(await revisions.find("oracle", revision)).toMatchObject({ revision, body: "How to use it." });
  expect(await revisions.collect(new Set())).toBe(1);
  expect(await revisions.find("oracle", revision)).toBeUndefined();
  // Another machine, or a folder that was cleared: the skill as it is now stands in.
  expect(await bench.text("answer", {})).toBe("first");
});

test("a copy that is not what was activated is not used", async () => {
  await using bench = await createSkillBench({
    folder: { "oracle/SKILL.md": manual("oracle") },
    granted: ["oracle"],
  });
  const record = await bench.skills.catalogue.find("oracle");
  await writeFile(join(bench.root, "oracle", "SKILL.md"), manual("oracle", "Changed at that moment."));
  if (!record) throw new Error("The skill is there");
  await expect(bench.skills.revisions.keep(record)).rejects.toThrow("changed while");
  for (const name of ["../oracle", "oracle"])
    expect(await bench.skills.revisions.find(name, record.revision)).toBeUndefined();
});

async function newsOf(bench: SkillBench) {
  const leaving = new AbortController();
  const told: (SkillChange & { readonly afterMs: number })[] = [];
  let begun = performance.now();
  const listening = Promise.withResolvers<void>();
  const done = (async () => {
    for await (const changes of bench.skills.news.follow(leaving.signal)) {
      listening.resolve();
      for (const change of changes) told.push({ ...change, afterMs: performance.now() - begun });
    }
  })();
  await listening.promise;
  return {
    async after(act: () => Promise<unknown>, expected: Partial<SkillChange>) {
      begun = performance.now();
      told.length = 0;
      await act();
      await expect.poll(() => told, { interval: 10 }).toContainEqual(expect.objectContaining(expected));
      return told.find((change) => change.name === expected.name)?.afterMs ?? Number.POSITIVE_INFINITY;
    },
    async stop() {
      leaving.abort();
      await done;
    },
  };
}

test("who follows is told first that it does, and of each change from then on, however soon it comes", async () => {
  await using bench = await createSkillBench({ folder: { "oracle/SKILL.md": manual("oracle", "zero") } });
  for (const word of ["one", "two", "three", "four"]) {
    const leaving = new AbortController();
    const told = bench.skills.news.follow(leaving.signal)[Symbol.asyncIterator]();
    expect((await told.next()).value).toEqual([]);
    await bench.write("oracle/SKILL.md", manual("oracle", word));
    expect((await told.next()).value).toMatchObject([{ name: "oracle", kind: "changed" }]);
    leaving.abort();
    await told.return?.();
  }
});

test("added, changed, broken, mended, renamed and removed are each told as what they are, within a second", async () => {
  await using bench = await createSkillBench();
  const news = await newsOf(bench);
  const text = (body: string) => manual("oracle", body);
  const times: number[] = [
    await news.after(() => bench.write("oracle/SKILL.md", text("one")), { name: "oracle", kind: "added" }),
    await news.after(() => bench.write("oracle/SKILL.md", text("two")), { name: "oracle", kind: "changed" }),
    await news.after(() => bench.write("oracle/SKILL.md", "broken"), { name: "oracle", kind: "broken" }),
    await news.after(() => bench.write("oracle/SKILL.md", text("two")), { name: "oracle", kind: "mended" }),
    await news.after(() => rename(join(bench.root, "oracle"), join(bench.root, "seer")), {
      name: "seer",
      kind: "renamed",
      from: "oracle",
    }),
    await news.after(() => rm(join(bench.root, "seer"), { recursive: true }), {
      name: "seer",
      kind: "removed",
    }),
  ];
  expect(bench.skills.news.formerNames("seer")).toEqual(["oracle"]);
  await news.stop();
  // One may be late on a machine that is busy with something else.
  expect(times.sort((left, right) => left - right)[2]).toBeLessThan(1_000);
});

test("a project's folders are found as soon as they are named, the later before the earlier, and shadowing is said", async () => {
  await using bench = await createSkillBench();
  const { createSkillProjects } = await import("./skill-projects.ts");
  const { findSkillRoots, PROJECTS_FILE } = await import("./skill-roots.ts");
  const { createSkillCatalogue } = await import("./skill-catalogue.ts");
  const data = join(bench.root, "data");
  const project = join(bench.root, "project");
  for (const [folder, body] of [
    [join(data, "skills"), "data"],
    [join(project, ".claude", "skills"), "claude"],
    [join(project, ".agents", "skills"), "agents"],
  ] as const) {
    await mkdir(join(folder, "same"), { recursive: true });
    await writeFile(join(folder, "same", "SKILL.md"), manual("same", body));
  }
  await using catalogue = Object.assign(
    createSkillCatalogue({
      roots: () => findSkillRoots(bench.root, data),
      analyser: {
        analyse: async () => ({ functions: [], findings: [], requirements: [], isComplete: true }),
      },
      freshForMs: 0,
    }),
    { [Symbol.asyncDispose]: async () => undefined },
  );
  expect(await catalogue.find("same")).toMatchObject({ body: "data", findings: [] });
  const projects = createSkillProjects(join(data, PROJECTS_FILE));
  await projects.add(project);
  expect(await catalogue.find("same")).toMatchObject({
    body: "agents",
    root: ".agents/skills of project",
    findings: [{ rule: "shadows", message: expect.stringContaining(".claude/skills of project") }],
  });
  expect((await catalogue.roots()).map(({ label, skillCount }) => [label, skillCount])).toEqual([
    ["packages/skills", 0],
    ["data folder", 1],
    [".claude/skills of project", 1],
    [".agents/skills of project", 1],
  ]);
});

test("folders are looked through six levels deep, doubled names are said, and what was not looked at is said", async () => {
  await using bench = await createSkillBench({
    folder: {
      "a/b/c/d/e/deep/SKILL.md": manual("deep"),
      "a/b/c/d/e/f/too-deep/SKILL.md": manual("too-deep"),
      "one/same/SKILL.md": manual("same", "one"),
      "two/same/SKILL.md": manual("same", "two"),
      "whole/SKILL.md": manual("whole"),
      "whole/examples/inner/SKILL.md": manual("inner"),
    },
  });
  const records = await bench.skills.catalogue.list();
  expect(records.map(({ name }) => name)).toEqual(["deep", "same", "whole"]);
  expect(records[1]).toMatchObject({
    body: "one",
    findings: [{ rule: "name-taken", message: expect.stringContaining("two/same") }],
  });
  expect(await bench.skills.pages.folders()).toMatchObject([
    { skillCount: 3, findings: [{ rule: "folders-deep", message: expect.stringContaining("a/b/c/d/e/f") }] },
  ]);
});

test("a copy that cannot be read in time is not taken for one without functions, and nothing is removed by such a list", async () => {
  await using bench = await createSkillBench({
    folder: { "oracle/SKILL.md": manual("oracle"), "oracle/a.py": answering("first") },
    granted: ["oracle"],
  });
  await bench.call("activate_skill", { name: "oracle" });
  const revision = (await bench.skills.catalogue.find("oracle"))?.revision ?? "";
  const analysis = { functions: [], findings: [], requirements: [] };
  let isComplete = false;
  const revisions = createSkillRevisions({
    path: bench.revisionsPath,
    analyser: { analyse: async () => ({ ...analysis, isComplete }) },
  });
  expect(await revisions.find("oracle", revision)).toBeUndefined();
  await expect(revisions.list()).rejects.toThrow("oracle");
  isComplete = true;
  expect(await revisions.find("oracle", revision)).toMatchObject({ revision });
  expect(await revisions.list()).toHaveLength(1);
});

test("who left before following is let go, and nothing is watched for them any more", async () => {
  // A folder that is there is news once it is watched: here nothing ever comes.
  const nowhere = join(import.meta.dirname, "no-such-folder");
  await using bench = await createSkillBench({ roots: [{ label: "nowhere", path: nowhere }] });
  const { catalogue } = bench.skills;
  let subscribed = 0;
  const news = createSkillNews({
    ...catalogue,
    subscribe(listener) {
      const stop = catalogue.subscribe(listener);
      subscribed += 1;
      return () => {
        subscribed -= 1;
        stop();
      };
    },
  });
  const told = news.follow(AbortSignal.abort())[Symbol.asyncIterator]();
  expect((await told.next()).value).toEqual([]);
  expect(subscribed).toBe(1);
  expect((await told.next()).done).toBe(true);
  expect(subscribed).toBe(0);
});
