import type { Client } from "pg";
import { v7 as uuid } from "uuid";
import { ANALYST_SAYS, HEATING_TASK, heatingRun } from "./heating-run.ts";
import { simpleRun } from "./simple-run.ts";
import { turnTexts } from "./turn-texts.ts";
import { keepText, shareRun, streamText, type WrittenRun, writeRun } from "./write-run.ts";

/** The moment at which all drawn runs are looked at: a browser that shows them has its clock there. */
export const DRAWN_NOW = new Date("2026-03-02T14:05:00.000Z");
const MINUTE = 60_000;

export interface DrawnRuns {
  readonly live: WrittenRun;
  readonly done: WrittenRun;
  readonly fork: WrittenRun;
  readonly failed: WrittenRun;
  readonly stopped: WrittenRun;
  /** Of a link to the one that is live. */
  readonly token: string;
}

/** Writes one run of each kind, of the org with this slug. */
export async function seedRuns(client: Client, orgSlug: string): Promise<DrawnRuns> {
  for (const [name, value] of Object.entries(turnTexts)) await keepText(client, name, value);
  const begin = (minutesAgo: number) => new Date(DRAWN_NOW.getTime() - minutesAgo * MINUTE);
  const answer =
    "**Heat pumps work** in old stone houses once the flow temperature stays below 55 °C.\n\n- Two of three sources measured it.\n- The third is a model.";
  const pumps = "Heat pumps in old stone houses, two pages";
  const over = { orgSlug, status: "completed", task: pumps } as const;
  const done = await writeRun(client, {
    ...over,
    script: simpleRun({ task: pumps, pace: 1, tool: "web_fetch", ends: "completed", answer }),
    begin: begin(180),
  });
  const fork = await writeRun(client, {
    ...over,
    script: simpleRun({ task: pumps, pace: 1.4, tool: "db_query", ends: "completed", answer }),
    begin: begin(120),
    forkedFrom: done.runId,
  });
  const centres = "Every data centre above 5 MW in Europe";
  const spent = "The run stopped at its budget of $0.10.";
  const failed = await writeRun(client, {
    orgSlug,
    status: "failed",
    task: centres,
    script: simpleRun({ task: centres, pace: 3, tool: "web_fetch", ends: "failed", answer: spent }),
    begin: begin(90),
    budget: { cost: 0.1 },
  });
  const guide = "Rewrite the onboarding guide";
  const stopped = await writeRun(client, {
    orgSlug,
    status: "cancelled",
    task: guide,
    script: simpleRun({
      task: guide,
      pace: 1,
      tool: "web_fetch",
      ends: "cancelled",
      answer: "Stopped by a person.",
    }),
    begin: begin(50),
  });
  const live = await writeRun(client, {
    orgSlug,
    status: "running",
    task: HEATING_TASK,
    script: heatingRun(),
    begin: new Date(DRAWN_NOW.getTime() - 130_000),
    budget: { cost: 2 },
  });
  await notify(client, live);
  return { live, done, fork, failed, stopped, token: await shareRun(client, live.runId) };
}

/** An agent has told something. */
async function notify(client: Client, { runId, idOf }: WrittenRun): Promise<void> {
  await client.query(
    "insert into notice (id, run_id, session_id, call_id, title, body, created_at) values ($1, $2, $3, 'n1', $4, $5, $6)",
    [
      uuid(),
      runId,
      idOf("researcher"),
      "Six sites in Finland",
      "214 MW in all. The owners publish figures for five of them.",
      new Date(DRAWN_NOW.getTime() - 40_000),
    ],
  );
}

/** Streams what the Analyst says to everyone who follows the run now. */
export async function speak(client: Client, run: WrittenRun): Promise<void> {
  await streamText(client, run, { session: "analyst", turn: 4, text: ANALYST_SAYS });
}
