import { execFileSync } from "node:child_process";
import { appendFile, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { resultText } from "./contract/tool-result.ts";
import { expectWholeRun } from "./testing/check-events.ts";
import { addMarkSkill, countMarks } from "./testing/mark-skill.ts";
import { startModelServer } from "./testing/model-server.ts";
import { makeDataFolder, openHive } from "./testing/open-hive.ts";
import { lastResult, playByTurn } from "./testing/play-by-turn.ts";
import { drawPlayedOrg, modelVariables } from "./testing/played-org.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

/** Only root may mount a small disk; the database's full disk is tested for everybody. */
const isRoot = process.getuid?.() === 0 && process.platform === "linux";

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let disk: string;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
});
afterEach(async () => {
  if (isRoot) execFileSync("umount", ["--lazy", disk]);
  await folder[Symbol.asyncDispose]();
  await database.close();
});

/** Makes a folder of the data folder a small disk of its own. */
async function mountAt(name: string): Promise<void> {
  disk = join(folder.path, name);
  await mkdir(disk);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]);
}

/** Leaves no room at all. */
async function fill(): Promise<void> {
  const piece = Buffer.alloc(64 * 1024, 1);
  for (;;) {
    const isFull = await appendFile(join(disk, "filler"), piece).then(
      () => false,
      () => true,
    );
    if (isFull) return;
  }
}

test("a full disk under the working folders is an answer that says so; the run ends well, and the next one works", {
  skip: !isRoot,
}, async () => {
  await mountAt("work");
  await addMarkSkill(folder.path);
  const note = join(folder.path, "marks");
  let key = "first";
  await using models = await startModelServer({
    handler: playByTurn({
      lead: [
        { calls: [{ name: "activate_skill", input: { name: "mark" } }] },
        () => ({ calls: [{ name: "mark", input: { note, key } }] }),
        (request) => ({ text: `Heard: ${lastResult(request)}` }),
      ],
    }),
  });
  const place = { url: database.url, dataDir: folder.path, variables: modelVariables(models) };
  await using hive = await openHive({ ...place, role: "all" });
  const org = await hive.addOrg(drawPlayedOrg(["lead"], { lead: { skills: ["mark"] } }));
  const attachments = [
    { name: "table.csv", mediaType: "text/csv", content: Buffer.alloc(200_000, 49).toString("base64") },
  ];
  await fill();
  await using run = await hive.run(org, "Leave a mark", { attachments });
  const end = await run.finished();
  expect(end.status).toBe("completed");
  expect(end.answer).toMatch(/disk .* is full/i);
  const result = run.events.find((event) => event.type === "tool_result" && event.name === "mark");
  if (result?.type !== "tool_result") throw new Error("The call has an answer.");
  expect(result.result).toMatchObject({ status: "error", code: "unavailable" });
  expect(resultText(result.result)).not.toContain(folder.path);
  expectWholeRun(run.events);

  await rm(join(disk, "filler"));
  key = "second";
  await using again = await hive.run(org, "Leave a mark", { attachments });
  expect(await again.finished()).toMatchObject({ status: "completed", answer: "Heard: marked" });
  expect(await countMarks(note)).toEqual(new Map([["second", 1]]));
});

test("a full disk under the workspaces is an answer that says so, leaves the old file as it was, and is over with the disk", {
  skip: !isRoot,
}, async () => {
  await mountAt("workspaces");
  let content = "old\n";
  await using models = await startModelServer({
    handler: playByTurn({
      lead: [
        () => ({ calls: [{ name: "read_file", input: { path: "notes.txt" } }] }),
        () => ({ calls: [{ name: "write_file", input: { path: "notes.txt", content } }] }),
        (request) => ({ text: `Heard: ${lastResult(request)}` }),
      ],
    }),
  });
  const place = { url: database.url, dataDir: folder.path, variables: modelVariables(models) };
  await using hive = await openHive({ ...place, role: "all" });
  const org = await hive.addOrg({ ...drawPlayedOrg(["lead"]), workspace: "org" });
  const notes = join(disk, org.id, "notes.txt");
  const write = async (): Promise<string> => {
    await using run = await hive.run(org, "Write it down");
    const end = await run.finished();
    expectWholeRun(run.events);
    expect(end.status).toBe("completed");
    return end.answer;
  };
  await write();
  expect(await readFile(notes, "utf8")).toBe("old\n");
  await fill();
  content = "new\n".repeat(50_000);
  expect(await write()).toContain("The disk is full");
  expect(await readFile(notes, "utf8")).toBe("old\n");
  expect(await readdir(join(disk, org.id)), "nothing half-written stays").toEqual([".openhive", "notes.txt"]);
  await rm(join(disk, "filler"));
  await write();
  expect(await readFile(notes, "utf8")).toBe(content);
});
