import type { Client } from "pg";
import { okText } from "../../server/contract/tool-result.ts";
import { type Api, mutate } from "../api.ts";
import { EventScript } from "./event-script.ts";
import { heatingOrg } from "./heating-org.ts";
import { streamText, writeRun } from "./write-run.ts";

const SEARCH = { callId: "search", name: "web_search", origin: { kind: "builtin", id: "core" } };
/** The server's clock is this far ahead of the browser's, so that no event is old by the time it is seen, however slow the machine. */
const AHEAD_MS = 60_000;
/** What went over a line before this second of the run is long past by then. */
const NOW = 30;

/** A run of the heating desk in which happens what it is told, and at once. */
export interface LiveRun {
  readonly runId: string;
  /** The lead gives work to so many researchers. */
  delegate(count: number): Promise<void>;
  /** The first researcher comes back with its answer. */
  answer(): Promise<void>;
  /** The lead is saying something. */
  speak(text: string): Promise<void>;
  /** The analyst's search finds something, and its model reads it. */
  findSomething(): Promise<void>;
}

/** Writes a run of an org of its own: its lead thinks, its analyst searches, nobody else was called. */
export async function startLiveRun(client: Client, api: Api): Promise<LiveRun> {
  const orgSlug = `live-${Math.random().toString(36).slice(2, 10)}`;
  await mutate(api, "orgs.create", { slug: orgSlug, document: heatingOrg });
  const script = new EventScript("sonnet-5");
  const task = "What waste heat costs";
  let second = NOW;
  let researchers = 0;
  const open = (id: string, agentName: string, begin: number) => {
    const agentId = agentName.toLowerCase();
    script.open({ id, agentId, agentName, parent: "lead", callId: `call-${id}`, task, begin });
  };
  script.open({ id: "lead", agentId: "lead", agentName: "Lead", task, begin: 0 }).turn("lead", { from: 0 });
  open("analyst", "Analyst", 1);
  const search = { ...SEARCH, input: { query: task }, from: 2 };
  script.turn("analyst", { from: 1, to: 2, calls: [search] });
  script.add(NOW, { type: "todos.changed", items: [] }, "lead");
  const begin = new Date(Date.now() + AHEAD_MS);
  const run = await writeRun(client, { script, orgSlug, task, begin, status: "running" });
  return {
    runId: run.runId,
    async delegate(count) {
      second += 10;
      for (let more = 0; more < count; more += 1) {
        open(`researcher-${researchers}`, "Researcher", second);
        researchers += 1;
      }
      await run.catchUp();
    },
    async answer() {
      second += 10;
      script.close("researcher-0", { at: second, outcome: "completed", answer: "21 EUR/MWh" });
      await run.catchUp();
    },
    speak: (text) => streamText(client, run, { session: "lead", turn: 1, text }),
    async findSomething() {
      second += 10;
      const found = {
        ...SEARCH,
        callId: search.callId as never,
        result: okText("9 results"),
        durationMs: 8_000,
      };
      script.add(second, { type: "tool_result", ...found }, "analyst").turn("analyst", { from: second });
      await run.catchUp();
    },
  };
}
