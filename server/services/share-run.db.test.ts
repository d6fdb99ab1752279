import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunSignal } from "../contract/run-event.ts";
import { openPlayedHive, type PlayedHive } from "../testing/open-played-hive.ts";
import { playByTurn } from "../testing/play-by-turn.ts";
import { drawPlayedOrg } from "../testing/played-org.ts";

let played: PlayedHive;
let hive: PlayedHive["hive"];

beforeAll(async () => {
  played = await openPlayedHive();
  ({ hive } = played);
  played.models.use(playByTurn({ lead: [{ text: "Shared answer" }] }));
  const document = drawPlayedOrg(["lead > quiet"]);
  await hive.services.createOrg({ document: { ...document, description: "private words" }, slug: "shared" });
});
afterAll(() => played.close());

async function endedRun(): Promise<string> {
  await using run = await hive.run(await hive.services.getOrg("shared"), "Say something");
  await run.finished();
  return run.runId;
}

async function follow(token: string, afterSeq = 0): Promise<readonly RunSignal[]> {
  const signals: RunSignal[] = [];
  const leaving = new AbortController();
  for await (const batch of await hive.services.followSharedRun(token, afterSeq, leaving.signal))
    signals.push(...batch);
  return signals;
}

test("nobody sees a run through a link until one is made, and the link shows that run alone", async () => {
  const [runId, other] = [await endedRun(), await endedRun()];
  expect(await hive.services.listShares(runId)).toEqual([]);
  const { token, id } = await hive.services.shareRun({ runId });
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const shared = await hive.services.getSharedRun(token);
  expect(shared.runId).toBe(runId);
  const signals = await follow(token);
  expect(signals.length).toBeGreaterThan(3);
  expect(signals.every((signal) => signal.runId === runId)).toBe(true);
  expect(JSON.stringify(signals)).not.toContain(other);
  expect((await follow(token, 3))[0]).toMatchObject({ seq: 4 });
  expect((await hive.services.listShares(runId)).map((share) => share.id)).toEqual([id]);
  expect(await hive.services.listShares(other)).toEqual([]);
});

test("a link tells nothing of how agents are set up", async () => {
  const runId = await endedRun();
  const { token } = await hive.services.shareRun({ runId });
  const { document } = await hive.services.getSharedRun(token);
  expect(document.agents.map((agent) => [agent.name, agent.persona, agent.mcp, agent.skills])).toEqual([
    ["lead", "", [], []],
    ["quiet", "", [], []],
  ]);
  expect(JSON.stringify(document)).not.toContain("private words");
});

test("the token is not kept: the database holds its hash alone", async () => {
  const runId = await endedRun();
  const { token, id } = await hive.services.shareRun({ runId });
  const [found] = await played.database.query<{ row: string }>(
    `select row_to_json(s)::text as row from run_share s where id = '${id}'`,
  );
  expect(found?.row).not.toContain(token);
  expect(found?.row).not.toContain(Buffer.from(token).toString("hex"));
  expect(JSON.stringify(await hive.services.listShares(runId))).not.toContain(token);
});

test("a link that was taken back, has expired or never was one leads nowhere, in the same words", async () => {
  const runId = await endedRun();
  const [back, old] = [await hive.services.shareRun({ runId }), await hive.services.shareRun({ runId })];
  await hive.services.unshareRun(runId, back.id);
  await played.database.query(
    `update run_share set expires_at = now() - interval '1 second' where id = '${old.id}'`,
  );
  const never = "A".repeat(43);
  for (const token of [back.token, old.token, never, "", runId, `${old.token}x`]) {
    const refusal = { code: "not_found", message: expect.stringContaining("leads nowhere") };
    await expect(hive.services.getSharedRun(token), token).rejects.toMatchObject(refusal);
    await expect(follow(token), token).rejects.toMatchObject(refusal);
  }
  expect(await hive.services.listShares(runId)).toEqual([]);
});

test("a link of another run cannot be taken back by mistake, and what is not there cannot be shared", async () => {
  const [runId, other] = [await endedRun(), await endedRun()];
  const { id, token } = await hive.services.shareRun({ runId, days: 1 });
  await hive.services.unshareRun(other, id);
  expect((await hive.services.getSharedRun(token)).runId).toBe(runId);
  await expect(hive.services.shareRun({ runId: "nothing" })).rejects.toMatchObject({ code: "not_found" });
  await expect(hive.services.shareRun({ runId, days: 0 })).rejects.toThrow();
});

test("two hundred look through a link at once; whoever comes then is told, and let in when one has gone", async () => {
  const runId = await endedRun();
  const { token } = await hive.services.shareRun({ runId });
  const enter = async () => {
    const leaving = new AbortController();
    await hive.services.followSharedRun(token, 0, leaving.signal);
    return leaving;
  };
  const readers = await Promise.all(Array.from({ length: 200 }, enter));
  await expect(enter()).rejects.toMatchObject({ code: "unavailable" });
  readers.pop()?.abort();
  readers.push(await enter());
  await expect(enter()).rejects.toMatchObject({ code: "unavailable" });
  for (const reader of readers) reader.abort();
  // Whoever has seen the end has gone as well.
  await follow(token);
  readers.push(...(await Promise.all(Array.from({ length: 200 }, enter))));
  for (const reader of readers) reader.abort();
});
