import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OrgId } from "../../contract/ids.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createTestPool } from "../../testing/test-pool.ts";
import { createHistoryArchive } from "./create-history-archive.ts";
import { MAX_HISTORY_ANSWER, MAX_HISTORY_TASK } from "./history-limits.ts";

const org = randomUUID() as OrgId;
const neighbour = randomUUID() as OrgId;
const march = randomUUID();

let place: TestDatabase;
let pool: Pool;
let archive: ReturnType<typeof createHistoryArchive>;

interface Finished {
  readonly id?: string;
  readonly orgId?: OrgId;
  readonly agent?: string;
  readonly task: string;
  readonly answer: string;
  readonly at?: string;
}

async function finish({ id, orgId, agent, task, answer, at }: Finished): Promise<void> {
  await pool.query(
    `insert into history_entry (session_id, org_id, run_id, agent_name, task, answer, finished_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      id ?? randomUUID(),
      orgId ?? org,
      randomUUID(),
      agent ?? "Analyst",
      task,
      answer,
      at ?? "2026-03-31T10:00:00Z",
    ],
  );
}

beforeAll(async () => {
  place = await createTestDatabase();
  pool = createTestPool(place.url, 2);
  archive = createHistoryArchive(pool);
  await finish({ id: march, task: "Sum the sales of March", answer: "Sales came to 1,204 in the north." });
  await finish({
    task: "Write a poem",
    answer: "It mentions sales once.",
    at: "2026-05-01T10:00:00Z",
    agent: "Writer",
  });
  await finish({ task: "Grüße an Zoë", answer: "Erledigt: 你好 世界" });
  await finish({ orgId: neighbour, task: "Sum the sales of March", answer: "Secret sales." });
});

afterAll(async () => {
  await pool.end();
  await place.close();
});

async function search(text: string, filter: { agentName?: string; since?: string; limit?: number } = {}) {
  return archive.search({ orgId: org, text, limit: 10, ...filter });
}

describe("search", () => {
  test("finds words of tasks, answers and agents, a match in the task first", async () => {
    expect((await search("sales")).map((hit) => hit.task)).toEqual([
      "Sum the sales of March",
      "Write a poem",
    ]);
    expect((await search("writer")).map((hit) => hit.task)).toEqual(["Write a poem"]);
  });

  test("understands phrases, or and minus", async () => {
    expect(await search('"sales of March"')).toHaveLength(1);
    expect(await search("poem or march")).toHaveLength(2);
    expect(await search("sales -poem")).toHaveLength(1);
  });

  test("marks the match in the passage", async () => {
    expect((await search("north"))[0]?.snippet).toContain("**north**");
  });

  test("finds words of any language as they are written", async () => {
    expect(await search("zoë")).toHaveLength(1);
    expect(await search("世界")).toHaveLength(1);
  });

  test("keeps to the agent, the date and the limit", async () => {
    expect(await search("sales", { agentName: "WRITER" })).toHaveLength(1);
    expect((await search("sales", { since: "2026-04-01" })).map((hit) => hit.agentName)).toEqual(["Writer"]);
    expect(await search("sales", { limit: 1 })).toHaveLength(1);
  });

  test.each([["'"], ["& | ! <->"], ["\u0000"], ["sal:*"], ["((("], ["'; drop table history_entry; --"]])(
    "takes %j as words, never as anything else",
    async (text) => {
      expect(await search(text)).toEqual([]);
    },
  );

  test("never shows another org's work", async () => {
    expect(await search("secret")).toEqual([]);
    expect(await archive.search({ orgId: randomUUID() as OrgId, text: "sales", limit: 10 })).toEqual([]);
  });
});

describe("reading", () => {
  test("gives the entry whole", async () => {
    expect(await archive.read(org, march)).toMatchObject({
      id: march,
      answer: "Sales came to 1,204 in the north.",
      finishedAt: "2026-03-31T10:00:00.000Z",
    });
  });

  test.each([
    ["another org's", () => march, () => neighbour],
    ["unknown", () => randomUUID(), () => org],
    ["malformed", () => "1 or 1=1", () => org],
  ])("finds nothing for an id that is %s", async (_name, id, orgId) => {
    expect(await archive.read(orgId(), id())).toBeUndefined();
  });
});

test("the longest kept text of the most different words still fits into the search document", async () => {
  const words = (count: number) => {
    const characters: string[] = [];
    for (let index = 0; characters.length < count; index++) {
      characters.push(String.fromCodePoint(0x20000 + (index % 42_000)));
      characters.push(String.fromCodePoint(0x20000 + ((index * 7) % 42_001)), " ");
    }
    return characters.slice(0, count).join("");
  };
  await finish({ task: words(MAX_HISTORY_TASK), answer: words(MAX_HISTORY_ANSWER) });
});
