import { expect, test } from "vitest";
import type { HistoryEntry, HistorySearch } from "../../../contract/history.ts";
import type { RunId, SessionId } from "../../../contract/ids.ts";
import { resultText, type SettledResult } from "../../../contract/tool-result.ts";
import { createToolBench, type ToolBenchOptions } from "../../../testing/tool-bench.ts";
import { createHistoryTools } from "./history-tools.ts";

const entry: HistoryEntry = {
  id: "11111111-1111-4111-8111-111111111111" as SessionId,
  runId: "run" as RunId,
  agentName: "Analyst",
  task: "Sum the sales of March",
  answer: "They come to 1,204.",
  finishedAt: "2026-03-31T10:00:00.000Z",
};

async function bench(options: ToolBenchOptions = {}) {
  const searches: HistorySearch[] = [];
  const tools = createHistoryTools({
    async search(search) {
      searches.push(search);
      return search.text === "sales" ? [{ ...entry, snippet: "the **sales** of March" }] : [];
    },
    read: async (_orgId, id) => (id === entry.id ? entry : undefined),
  });
  return { searches, ...(await createToolBench(tools, options)) };
}

test("a hit shows its id, who did it, when, the task and the passage", async () => {
  const { call } = await bench();
  const result = (await call("search_history", { query: "sales" })) as SettledResult;
  expect(resultText(result)).toBe(
    `id ${entry.id} · Analyst · 2026-03-31\nTask: Sum the sales of March\nMatch: the **sales** of March`,
  );
});

test("the filters reach the archive, with a limit of ten unless told", async () => {
  const { call, searches } = await bench();
  await call("search_history", { query: "x", agent: "Analyst", since: "2026-03-01" });
  expect(searches).toMatchObject([{ text: "x", agentName: "Analyst", since: "2026-03-01", limit: 10 }]);
});

test.each([["yesterday"], ["2026-02-30"], ["2026-13-01"], ["now() - interval '1 day'"]])(
  "since refuses %s",
  async (since) => {
    const { call, searches } = await bench();
    expect(await call("search_history", { query: "x", since })).toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("Write a date such as"),
    });
    expect(searches).toEqual([]);
  },
);

test("finding nothing is an answer, not an error", async () => {
  const { call } = await bench();
  expect(await call("search_history", { query: "nothing" })).toMatchObject({
    status: "ok",
    data: { hits: [] },
  });
});

test("an entry is read in full", async () => {
  const { call } = await bench();
  const result = (await call("read_history_entry", { id: entry.id })) as SettledResult;
  expect(resultText(result)).toContain("Task:\nSum the sales of March\n\nAnswer:\nThey come to 1,204.");
});

test("an unknown id says where ids come from", async () => {
  const { call } = await bench();
  expect(await call("read_history_entry", { id: "nope" })).toMatchObject({
    code: "invalid_input",
    hint: "Take the id from a search_history result.",
  });
});

test("a run without an org finds nothing and reads nothing", async () => {
  const { call, searches } = await bench({ orgId: null });
  expect(await call("search_history", { query: "sales" })).toMatchObject({
    status: "ok",
    data: { hits: [] },
  });
  expect(await call("read_history_entry", { id: entry.id })).toMatchObject({ status: "error" });
  expect(searches).toEqual([]);
});
