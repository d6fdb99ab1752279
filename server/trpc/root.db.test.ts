import { isTrackedEnvelope } from "@trpc/server";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { OrgDetail } from "../contract/api.ts";
import { toEvents } from "../contract/event-page.ts";
import type { RunEvent, RunSignal } from "../contract/run-event.ts";
import { drawOrg } from "../testing/draw-org.ts";
import { type ModelServer, startModelServer } from "../testing/model-server.ts";
import { type Hive, makeDataFolder, openHive } from "../testing/open-hive.ts";
import { playByTurn } from "../testing/play-by-turn.ts";
import { modelVariables } from "../testing/played-org.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { createCaller } from "./root.ts";

const NOWHERE = "01a21fc7-65b2-7622-9388-fcbc0d7ee6df";
const rehearsal = { provider: "rehearsal", model: "rehearsal" };

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hive: Hive;
let models: ModelServer;
let api: ReturnType<typeof createCaller>;
let desk: OrgDetail;

function draw(...drawing: Parameters<typeof drawOrg>) {
  const document = drawOrg(...drawing);
  return { ...document, agents: document.agents.map((agent) => ({ ...agent, model: rehearsal })) };
}

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeDataFolder();
  const handler = playByTurn({
    keeper: [
      { calls: [{ name: "db_exec", input: { sql: "create table kept_notes (text text)" } }] },
      { text: "Kept." },
    ],
  });
  models = await startModelServer({ handler });
  hive = await openHive({
    url: database.url,
    dataDir: folder.path,
    role: "all",
    variables: modelVariables(models),
  });
  api = createCaller({ services: hive.services });
  desk = await api.orgs.create({ document: draw(["lead > a"]), slug: "desk" });
});
afterAll(async () => {
  await hive.close();
  await models.close();
  await folder[Symbol.asyncDispose]();
  await database.close();
});
afterEach(() => expect(hive.problems, "nothing was logged").toEqual([]));

/** Reads a run to its end over the API, as a browser would. */
async function followToEnd(runId: string, lastEventId?: string): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const sent of await api.runs.follow({ runId, lastEventId })) {
    const isTracked = isTrackedEnvelope<readonly RunSignal[]>(sent);
    const id = isTracked ? sent[0] : undefined;
    const batch = isTracked ? sent[1] : (sent as readonly RunSignal[]);
    const fresh = batch.filter((signal) => signal.type !== "text.delta");
    expect(id).toBe(fresh.length === 0 ? undefined : String(fresh.at(-1)?.seq));
    events.push(...fresh);
  }
  return events;
}

async function runToEnd(task: string, orgId: string = desk.id): Promise<string> {
  const { runId } = await api.runs.start({ orgId, task });
  await followToEnd(runId);
  return runId;
}

describe("refusals, each with its code and a sentence, and nothing written", () => {
  const cases: Readonly<
    Record<string, readonly [code: string, call: () => Promise<unknown>, sentence: RegExp]>
  > = {
    "an org that is not there": ["NOT_FOUND", () => api.orgs.get({ idOrSlug: "nobody" }), /no .*org/i],
    "a version that is not there": [
      "NOT_FOUND",
      () => api.orgs.version({ orgId: desk.id, version: 99 }),
      /version/,
    ],
    "an org without a name": [
      "BAD_REQUEST",
      () => api.orgs.create({ document: { ...draw(["x"]), name: " " } }),
      /name/,
    ],
    "a field nobody knows": [
      "BAD_REQUEST",
      () => api.orgs.create({ document: { ...draw(["x"]), color: "red" } as never }),
      /color/,
    ],
    "an agent with two parents": [
      "BAD_REQUEST",
      () => api.orgs.create({ document: draw(["x > z", "y > z"]) }),
      /\w/,
    ],
    "lines in a circle": ["BAD_REQUEST", () => api.orgs.create({ document: draw(["x > y", "y > x"]) }), /\w/],
    "a drawing with a field that nobody knows, which a save would lose": [
      "BAD_REQUEST",
      () => {
        const agents = desk.document.agents.map((agent) => ({ ...agent, mood: "good" }));
        return api.orgs.save({
          orgId: desk.id,
          baseVersion: desk.version,
          document: { ...desk.document, agents },
        });
      },
      /mood/,
    ],
    "a slug that is taken": [
      "CONFLICT",
      () => api.orgs.create({ document: draw(["x"]), slug: "desk" }),
      /desk/,
    ],
    "a slug that is none": [
      "BAD_REQUEST",
      () => api.orgs.create({ document: draw(["x"]), slug: "A b" }),
      /slug/,
    ],
    "a stale save": [
      "CONFLICT",
      () => api.orgs.save({ orgId: desk.id, baseVersion: 7, document: desk.document }),
      /\w/,
    ],
    "removing what is not there": ["NOT_FOUND", () => api.orgs.remove({ orgId: NOWHERE }), /org/],
    "a run of no org": ["NOT_FOUND", () => api.runs.start({ orgId: NOWHERE, task: "x" }), /org/],
    "a run without a task": ["BAD_REQUEST", () => api.runs.start({ orgId: desk.id, task: " " }), /task/],
    "a sample file that is not there": [
      "NOT_FOUND",
      () => api.runs.start({ orgId: desk.id, task: "x", sampleFiles: ["ghost.csv"] }),
      /ghost\.csv/,
    ],
    "a run that is not there": ["NOT_FOUND", () => api.runs.get({ runId: NOWHERE }), /run/],
    "a run id that is none": ["NOT_FOUND", () => api.runs.get({ runId: "'; drop table run" }), /run/],
    "stopping a run that is not there": ["NOT_FOUND", () => api.runs.cancel({ runId: NOWHERE }), /run/],
    "following a run that is not there": ["NOT_FOUND", () => followToEnd(NOWHERE), /run/],
    "a turn that is not there": [
      "NOT_FOUND",
      () => api.runs.turn({ runId: NOWHERE, sessionId: NOWHERE, turn: 1 }),
      /turn/,
    ],
    "a question that is not there": [
      "NOT_FOUND",
      () => api.waits.answer({ waitId: NOWHERE, answer: { answers: [] } }),
      /question/,
    ],
    "a skill that is not there": ["NOT_FOUND", () => api.skills.get({ name: "../../etc" }), /skill/],
    "a server that is not there": ["NOT_FOUND", () => api.mcp.test({ name: "ghost" }), /ghost/],
    "a server with a bad name": [
      "BAD_REQUEST",
      () => api.mcp.save({ name: "a b", command: "node" }),
      /Letters/,
    ],
    "servers that are no JSON": ["BAD_REQUEST", () => api.mcp.import({ text: "{" }), /JSON/],
    "a provider in place of the rehearsal": [
      "BAD_REQUEST",
      () => api.providers.save({ id: "rehearsal", kind: "openai", name: "x" }),
      /built in/,
    ],
    "a base URL that is none": [
      "BAD_REQUEST",
      () => api.providers.save({ id: "x", kind: "openai", name: "x", baseUrl: "file:///etc/passwd" }),
      /\w/,
    ],
  };
  test.each(Object.entries(cases))("%s", async (_, [code, call, sentence]) => {
    const before = await api.runs.list({});
    const error = await call().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code, message: expect.stringMatching(sentence) });
    expect((await api.runs.list({})).total).toBe(before.total);
  });

  test("a run of an org without a lead, or with nobody in it", async () => {
    const two = await api.orgs.create({ document: draw(["x", "y"]) });
    const none = await api.orgs.create({ document: { ...draw(["x"]), agents: [] } });
    for (const { id } of [two, none]) {
      await expect(api.runs.start({ orgId: id, task: "x" })).rejects.toMatchObject({ code: "BAD_REQUEST" });
      await api.orgs.remove({ orgId: id });
    }
  });

  test("attached files that are too large together", async () => {
    const content = Buffer.alloc(13 * 1024 * 1024).toString("base64");
    const attachments = ["a.bin", "b.bin"].map((name) => ({ name, content }));
    await expect(api.runs.start({ orgId: desk.id, task: "x", attachments })).rejects.toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
    });
  });
});

test("names of attached files lose their folders and what file systems cannot hold, and same names are told apart", async () => {
  const named = ["../../etc/passwd", "C:\\data\\Umsätze.csv", "..", "a\u0000b.txt", "passwd", "PASSWD"];
  const attachments = named.map((name) => ({ name, content: Buffer.from(name).toString("base64") }));
  const { runId } = await api.runs.start({ orgId: desk.id, task: "Say hello", attachments });
  await followToEnd(runId);
  const files = await api.runs.artifacts({ runId });
  const kept = files.filter((file) => file.isAttachment).map((file) => file.name);
  expect(kept.toSorted()).toEqual(
    ["PASSWD-3", "Umsätze.csv", "ab.txt", "file", "passwd", "passwd-2"].toSorted(),
  );
});

test("a run is followed to its end with every event once, and from any place in it", async () => {
  const { runId } = await api.runs.start({ orgId: desk.id, task: "Say hello" });
  const whole = await followToEnd(runId);
  expect(whole.map((event) => event.seq)).toEqual(whole.map((_, index) => index + 1));
  expect(whole.at(-1)?.type).toBe("run.finished");
  const later = await followToEnd(runId, "3");
  expect(later).toEqual(whole.slice(3));
});

test("the past of a run is what a follower is told, and that of no run is refused", async () => {
  const runId = await runToEnd("Say hello");
  const { signal } = new AbortController();
  const past: RunEvent[] = [];
  for await (const json of await hive.services.readPast(runId, signal))
    past.push(...toEvents(runId, JSON.parse(Buffer.from(json).toString())));
  expect(past).toEqual(await followToEnd(runId));
  await expect(hive.services.readPast("nothing", signal)).rejects.toMatchObject({ code: "not_found" });
});

test("a turn is shown exactly as it was sent: prompt, tool array and the transcript before it", async () => {
  const runId = await runToEnd("Say hello");
  const events = await followToEnd(runId);
  const turns = events.flatMap((event) =>
    event.type === "turn.started" && event.agent === "lead" ? [event] : [],
  );
  const sessionId = turns[0]?.sessionId ?? "";
  const first = await api.runs.turn({ runId, sessionId, turn: 1 });
  expect(first.messages).toEqual([{ role: "user", text: "Say hello" }]);
  expect(first.sections[0]).toMatchObject({
    kind: "persona",
    text: expect.stringContaining("Persona of lead."),
  });
  expect(first.tools).toEqual(await hive.services.toolArray(desk.document, "lead"));
  const last = await api.runs.turn({ runId, sessionId, turn: turns.length });
  expect(last.messages.length).toBeGreaterThan(1);
  await expect(api.runs.turn({ runId, sessionId, turn: turns.length + 1 })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("the run list filters by org, state and words, and pages without losing or repeating a run", async () => {
  const org = await api.orgs.create({ document: draw(["solo"]) });
  const runs: string[] = [];
  for (const task of ["Count 100% of it", "Count some_thing", "Name three birds"])
    runs.push(await runToEnd(task, org.id));
  const asked = await api.runs.start({ orgId: org.id, task: "Ask me which colour, then say it" });
  await expect.poll(async () => (await api.runs.get({ runId: asked.runId })).summary.status).toBe("waiting");
  const mine = { orgId: org.id };
  expect((await api.runs.list(mine)).counts).toEqual({
    all: 4,
    live: 1,
    waiting: 1,
    failed: 0,
    completed: 3,
  });
  expect((await api.runs.list({ ...mine, status: "completed" })).runs.map((run) => run.id)).toEqual(
    runs.toReversed(),
  );
  expect((await api.runs.list({ ...mine, search: "100%" })).runs.map((run) => run.id)).toEqual([runs[0]]);
  expect((await api.runs.list({ ...mine, search: "some_" })).runs.map((run) => run.id)).toEqual([runs[1]]);
  const first = await api.runs.list({ ...mine, limit: 3 });
  const second = await api.runs.list({ ...mine, limit: 3, before: first.nextBefore ?? undefined });
  expect([...first.runs, ...second.runs].map((run) => run.id)).toEqual([asked.runId, ...runs.toReversed()]);
  expect(second.nextBefore).toBeNull();
  await api.runs.cancel({ runId: asked.runId });
  expect((await api.runs.list({ ...mine, status: "failed" })).runs.map((run) => run.status)).toEqual([
    "cancelled",
  ]);
});

test("a saved provider shows no key, over any procedure", async () => {
  const saved = await api.providers.save({
    id: "lab",
    kind: "openai",
    name: "Lab",
    apiKey: "key-very-secret",
    models: ["m"],
  });
  expect(saved).toMatchObject({ id: "lab", hasKey: true, isReady: true });
  expect(JSON.stringify([saved, await api.providers.list()])).not.toContain("key-very-secret");
  await api.providers.remove({ id: "lab" });
});

test("a removed org takes its own tables with it", async () => {
  const drawn = draw(["keeper"]);
  const org = await api.orgs.create({
    document: {
      ...drawn,
      agents: drawn.agents.map((agent) => ({
        ...agent,
        model: { provider: "openai-compatible", model: "x" },
      })),
    },
  });
  const admin = new Client({ connectionString: database.url });
  await admin.connect();
  try {
    const tables = async () =>
      (await admin.query("select schemaname from pg_tables where tablename = 'kept_notes'")).rows;
    const events = await followToEnd(await runToEnd("Keep a note", org.id));
    expect(events.at(-1)).toMatchObject({ status: "completed", answer: "Kept." });
    expect(await tables()).toHaveLength(1);
    await api.orgs.remove({ orgId: org.id });
    expect(await tables()).toEqual([]);
    await expect(api.orgs.get({ idOrSlug: org.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  } finally {
    await admin.end();
  }
});
