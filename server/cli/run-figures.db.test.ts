import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openhive, openhiveProcess, openhiveRun } from "../testing/command-line.ts";
import { makeDataFolder } from "../testing/open-hive.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

// Whole runs in processes of their own: five sessions and a dozen Python processes each.
vi.setConfig({ testTimeout: 600_000 });

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
const place = () => ({ url: database.url, dataDir: folder.path });

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
  // The first start of a data folder brings the example.
  const { code, stdout, stderr } = await openhive(place(), ["orgs", "list"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("research-desk");
});
afterAll(async () => {
  await folder[Symbol.asyncDispose]();
  await database.close();
});

async function runOn(name: string, content: string) {
  const file = join(folder.path, name);
  await writeFile(file, content);
  return openhiveRun(place(), [
    "--org",
    "research-desk",
    "--task",
    "Give totals and averages",
    "--attach",
    file,
  ]);
}

/** Cents, so that the expected figures are exact whatever the skill does. */
const total = (cents: readonly number[]) => cents.reduce((sum, value) => sum + value, 0) / 100;
const text = (cents: number) => (cents / 100).toFixed(2);

const harbours = ["North", "South", "North", "East", "South", "North"];
const fees = [123_456, 9_905, 70, 1_000_000, 33_333, 5];

test.concurrent("figures of a file with commas are computed from that file", async () => {
  const rows = harbours.map((harbour, index) => `${harbour},${text(fees[index] ?? 0)},${index + 3}`);
  const run = await runOn("fees.csv", `harbour,fee,ships\n${rows.join("\n")}\n`);
  expect(run).toMatchObject({ code: 0, end: { type: "run.finished", status: "completed" } });
  expect(run.end.answer).toContain(String(total(fees)));
  expect(run.end.answer, "the answer comes first").toMatch(/^- \*\*fee\*\* by harbour: /);
  const ofNorth = fees.filter((_, index) => harbours[index] === "North");
  const results = JSON.stringify(run.events.filter((event) => event.type === "tool_result"));
  expect(results).toContain(`${total(fees)}`);
  expect(results).toContain(`${total(ofNorth)}`);
  expect(
    run.events.some((event) => event.type === "artifact.created" || event.type === "skill.finished"),
  ).toBe(true);
});

test.concurrent("semicolons and decimal commas are read as what they are", async () => {
  const rows = harbours.map((harbour, index) => `${harbour};${text(fees[index] ?? 0).replace(".", ",")}`);
  const run = await runOn("gebuehren.csv", `hafen;gebuehr\r\n${rows.join("\r\n")}\r\n`);
  expect(run).toMatchObject({ code: 0, end: { status: "completed" } });
  expect(run.end.answer).toContain(String(total(fees)));
});

test.concurrent("a file with nothing but a header leads to an answer without figures, not to a failure", async () => {
  const run = await runOn("empty.csv", "harbour,fee\n");
  expect(run).toMatchObject({ code: 0, end: { status: "completed" } });
  expect(run.end.answer).not.toBe("");
  expect(run.end.answer, "no figures of the example's own file").not.toContain("1052052");
});

test.concurrent("names beyond ASCII survive in file, columns and cells", async () => {
  const rows = harbours.map((harbour, index) =>
    `Größe "${harbour}" 港,${text(fees[index] ?? 0)}`.replaceAll('"', ""),
  );
  const run = await runOn("Übersicht 港 – été.csv", `Häfen 港,Gebühr €\n${rows.join("\n")}\n`);
  expect(run).toMatchObject({ code: 0, end: { status: "completed" } });
  const started = run.events[0];
  expect(started?.type === "run.started" && started.attachments.map((file) => file.name)).toEqual([
    "Übersicht 港 – été.csv",
  ]);
  expect(run.end.answer).toContain(String(total(fees)));
  expect(run.end.answer).toContain("Gebühr €");
});

test.concurrent("without a file of one's own the example's file is used, and people read the answer alone on standard output", async () => {
  const { code, stdout, stderr } = await openhiveProcess(place(), [
    "run",
    "--org",
    "research-desk",
    "--task",
    "Give totals",
  ]);
  expect(code).toBe(0);
  expect(stdout).toContain("ferry-lines-2025.csv");
  expect(stdout).not.toContain("calls");
  expect(stderr).toContain("with ferry-lines-2025.csv");
  expect(stderr).toMatch(/Lead is done\n$/);
});
