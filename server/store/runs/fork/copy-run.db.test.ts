import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApprovalRequest } from "../../../contract/approval.ts";
import type { CallId, RunId, SessionId } from "../../../contract/ids.ts";
import type { RunEvent, RunEventBody } from "../../../contract/run-event.ts";
import type { ClaimedSession } from "../../../engine/ports.ts";
import { drawOrg } from "../../../testing/draw-org.ts";
import { createPostgresWorld } from "../../../testing/postgres-world.ts";
import { ofType } from "../../../testing/read-run.ts";
import { calling } from "../../../testing/scripted-model.ts";
import { claimIn, contextOf, turnOf } from "../../../testing/session-fixture.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { createArtifactStore } from "../../artifacts/artifact-store.ts";
import { createDatabase, type Database } from "../../database.ts";
import { createApprovalBook } from "../../waits/approval-book.ts";
import { type CopiedRun, copyRun } from "./copy-run.ts";

const DAY = 86_400_000;

let place: TestDatabase;
let world: ReturnType<typeof createPostgresWorld>;
let database: Database;

beforeAll(async () => {
  place = await createTestDatabase();
  world = createPostgresWorld(place.url);
  database = createDatabase(place.url, "openhive-test");
});
afterAll(async () => {
  await database.end();
  await world.close();
  await place.close();
});

/** A run whose lead is asked for its second turn, after what a test lets happen in the first one. */
async function forkedRun(
  happens: (session: ClaimedSession, callId: CallId) => Promise<void>,
  { later = async () => undefined, message }: Forked = {},
): Promise<{ readonly source: RunId; readonly runId: RunId }> {
  const { runId: source, sessionId } = await world.start(drawOrg(["lead"]), "the task");
  const session = await claimIn(world, sessionId);
  const call = calling(["look", {}]);
  const [{ callId = "" as CallId } = {}] = call.calls;
  await world.sessions.append(session, [turnStarted(1), { ...turnOf(""), message: call } as RunEventBody]);
  await happens(session, callId);
  await world.sessions.append(session, [turnStarted(2)]);
  await later(session, callId);
  const point = { runId: source, sessionId, turn: 2, ...(message !== undefined && { message }) };
  const copied: CopiedRun = await copyRun(database, point, async () => undefined);
  if (copied.state !== "copied") throw new Error(`The run is ${copied.state}.`);
  return { source, runId: copied.runId };
}

interface Forked {
  readonly message?: string;
  later?(session: ClaimedSession, callId: CallId): Promise<void>;
}

function turnStarted(turn: number): RunEventBody {
  const model = { provider: "p", model: "m" };
  return { type: "turn.started", turn, model, isScripted: true, promptHash: "", toolsHash: "" };
}

async function rowsOf<Row extends object>(text: string, runId: RunId): Promise<readonly Row[]> {
  return (await database.query<Row>({ text, values: [runId] })).rows;
}

/** Milliseconds from the question to its end, as the event tells them. */
function timeLeft([asked]: readonly Extract<RunEvent, { type: "question.asked" }>[]): number {
  return Date.parse(asked?.approval?.expiresAt ?? "") - Date.parse(asked?.at ?? "");
}

test("an approval that waits in a run of long ago waits in its fork as long as it did there", async () => {
  const book = createApprovalBook({ database, onCommit: () => undefined });
  const { source, runId } = await forkedRun(async (session, callId) => {
    const expiresAt = new Date(Date.now() - DAY + 60_000).toISOString();
    await book.ask(contextOf(session, callId), [], { digest: "d", expiresAt } as ApprovalRequest);
    await rowsOf("update event set at = at - interval '1 day' where run_id = $1", session.runId);
  });
  const asked = ofType(await world.events(runId), "question.asked");
  expect(timeLeft(asked)).toBe(timeLeft(ofType(await world.events(source), "question.asked")));
  const [row] = await rowsOf<{ expires_at: Date; request: { approval: ApprovalRequest } }>(
    "select expires_at, request from wait where run_id = $1",
    runId,
  );
  const expiresAt = asked[0]?.approval?.expiresAt;
  expect([row?.expires_at.toISOString(), row?.request.approval.expiresAt]).toEqual([expiresAt, expiresAt]);
});

test("a fork has the files that its past tells of, and none that came later", async () => {
  const artifacts = createArtifactStore(database);
  const keep = async (session: ClaimedSession, callId: CallId, name: string) => {
    const content = new TextEncoder().encode(name);
    const kept = await artifacts.keep(contextOf(session, callId), { name, mediaType: "text/plain", content });
    await world.sessions.append(session, [{ type: "artifact.created", callId, ...kept }]);
  };
  const { source, runId } = await forkedRun((session, callId) => keep(session, callId, "early.txt"), {
    later: (session, callId) => keep(session, callId, "late.txt"),
  });
  const namesOf = async (id: RunId) => (await artifacts.list(id)).map(({ name }) => name).toSorted();
  expect(await namesOf(source)).toEqual(["early.txt", "late.txt"]);
  expect(await namesOf(runId)).toEqual(["early.txt"]);
});

test("a question that was taken back and asked again is asked once in the fork", async () => {
  const { runId } = await forkedRun(async (session, callId) => {
    const context = contextOf(session, callId);
    await world.questions.ask(context, []);
    await world.sessions.stopBelow(session);
    await world.questions.ask(context, []);
  });
  const asked = ofType(await world.events(runId), "question.asked");
  expect(asked).toHaveLength(2);
  expect(await rowsOf("select id, status from wait where run_id = $1", runId)).toEqual([
    { id: asked[1]?.waitId, status: "open" },
  ]);
  expect(await rowsOf("select waits from session where run_id = $1", runId)).toEqual([{ waits: 1 }]);
});

test.each([
  { message: "And be brief", read: ["the task", "Hurry", "Be kind", "And be brief"], waiting: [] },
  { message: undefined, read: ["the task"], waiting: ["Hurry", "Be kind"] },
])("what waited at the fork is read: with the message $message", async ({ message, read, waiting }) => {
  const { runId } = await forkedRun(
    async ({ runId: source, sessionId }) => {
      for (const text of ["Hurry", "Be kind"]) await world.steer(source, sessionId, text);
    },
    message === undefined ? {} : { message },
  );
  const events = await world.events(runId);
  expect(ofType(events, "message.received").map(({ text }) => text)).toEqual(read);
  const waits = await rowsOf<{ text: string }>(
    "select m.text from steering m join session s on s.id = m.session_id where s.run_id = $1 order by m.created_at",
    runId,
  );
  expect(waits.map(({ text }) => text)).toEqual(waiting);
  const [{ id = "" as SessionId, position } = {}] = await rowsOf<{ id: SessionId; position: number }>(
    "select id, position from session where run_id = $1",
    runId,
  );
  const { messages } = await claimIn(world, id);
  expect(messages).toHaveLength(position ?? 0);
});
