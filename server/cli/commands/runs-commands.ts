import type { RunSummary, SessionSummary } from "../../contract/api.ts";
import { runFilterInput } from "../../contract/api.ts";
import { AppError } from "../../contract/app-error.ts";
import { BUDGET_UNITS, budgetText } from "../../contract/budget.ts";
import type { Services } from "../../contract/services.ts";
import { atTerminal } from "../at-terminal.ts";
import { withSession } from "../open-session.ts";
import { type Output, toTable } from "../output.ts";
import { ownCommand } from "../own-command.ts";

export function listRuns(options: { readonly json: boolean }, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    const { runs } = await services.listRuns(runFilterInput.parse({}));
    if (options.json) output.print(JSON.stringify(runs));
    else if (runs.length === 0)
      output.tell(`No runs yet. Start one: ${ownCommand()} run --org SLUG --task TEXT`);
    else output.print(toTable([["run", "status", "org", "task"], ...runs.map(toRow)]));
    return 0;
  });
}

function toRow(run: RunSummary): readonly string[] {
  const task = run.task.replaceAll(/\s+/g, " ");
  return [run.id, run.status, run.orgName, task.length > 60 ? `${task.slice(0, 57)}...` : task];
}

interface RunOptions {
  readonly run: string;
  readonly json: boolean;
}

/** What a run and its sessions are doing, and what was used of its budget. */
export function showRun(options: RunOptions, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    const { summary, answer } = await services.getRun(options.run);
    const sessions = await services.listSessions(options.run);
    if (options.json) output.print(JSON.stringify({ ...summary, answer, sessions }));
    else {
      output.print(`${summary.status}: ${summary.task}`);
      if (summary.error !== null) output.print(summary.error);
      output.print(usageText(summary));
      const rows = sessions.map((session) => [session.id, session.agentName, session.status]);
      output.print(toTable([["session", "agent", "status"], ...rows]));
      if (answer !== "") output.print(`\n${answer}`);
    }
    return 0;
  });
}

function usageText({ spent, budget }: RunSummary): string {
  return BUDGET_UNITS.map((unit) => {
    const most = budget?.[unit];
    const used = budgetText(unit, spent[unit]);
    return most === undefined ? used : `${used} of ${budgetText(unit, most)}`;
  }).join(", ");
}

export function pauseRun({ run, json }: RunOptions, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    await services.pauseRun(run);
    if (json) output.print(JSON.stringify({ runId: run, isPaused: true }));
    else output.tell(`Paused. What goes on comes to its end. Go on: ${ownCommand()} runs resume ${run}`);
    return 0;
  });
}

export function resumeRun({ run, json }: RunOptions, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    await services.resumeRun(run);
    if (json) output.print(JSON.stringify({ runId: run, isPaused: false }));
    else output.tell("The run goes on where it stood.");
    return 0;
  });
}

interface StopOptions extends RunOptions {
  /** Name of an agent, or id of a session: only this one, with everything below it. */
  readonly agent: string | undefined;
}

export function stopRun(options: StopOptions, output: Output): Promise<number> {
  const { run, agent, json } = options;
  return withSession("client", async ({ services }) => {
    const { what, ...stopped } = await (agent === undefined
      ? stopAll(services, run)
      : stopOne(services, run, agent));
    if (json) output.print(JSON.stringify({ runId: run, ...stopped, isStopped: true }));
    else output.tell(`${what}.`);
    return 0;
  });
}

async function stopAll(services: Services, run: string) {
  if (OVER.has((await services.getRun(run)).summary.status))
    throw new AppError("conflict", "The run is over already.");
  await services.cancelRun(run);
  return { what: "The run is stopped" };
}

async function stopOne(services: Services, run: string, agent: string) {
  const { id, agentName } = await findLive(services, run, agent);
  await services.cancelSession(run, id);
  return { what: `${agentName} is stopped, with everything below`, sessionId: id };
}

interface SteerOptions extends RunOptions {
  /** Name of an agent, or id of a session. */
  readonly agent: string;
  readonly text: string;
}

export function steerRun({ run, agent, text, json }: SteerOptions, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    const session = await findLive(services, run, agent);
    await services.steerSession(run, session.id, text);
    if (json) output.print(JSON.stringify({ runId: run, sessionId: session.id }));
    else output.tell(`${session.agentName} reads it at the next turn.`);
    return 0;
  });
}

interface ForkOptions extends RunOptions {
  /** Name of an agent, or id of a session. */
  readonly agent: string;
  readonly turn: number;
  readonly message: string | undefined;
}

/** Prints the id of the new run, which goes on where a server or worker is at work. */
export function forkRun({ run, agent, turn, message, json }: ForkOptions, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    const session = onlyOne(await findSessions(services, run, agent), agent);
    const edited = message === undefined ? {} : { message };
    const { runId } = await services.forkRun(
      { runId: run, sessionId: session.id, turn, ...edited },
      atTerminal(),
    );
    output.print(json ? JSON.stringify({ runId }) : runId);
    output.tell(`${session.agentName} goes on from turn ${turn} in a new run.`);
    return 0;
  });
}

const OVER = new Set<RunSummary["status"]>(["completed", "failed", "cancelled"]);
const LIVE = new Set<SessionSummary["status"]>(["ready", "running", "parked"]);

async function findLive(services: Services, run: string, agent: string): Promise<SessionSummary> {
  const named = await findSessions(services, run, agent);
  const live = named.filter((session) => LIVE.has(session.status));
  if (live.length === 0) throw new AppError("conflict", `${agent} is done already.`);
  return onlyOne(live, agent);
}

function onlyOne(sessions: readonly SessionSummary[], agent: string): SessionSummary {
  const [only] = sessions;
  if (only && sessions.length === 1) return only;
  const ids = sessions.map((session) => session.id).join(", ");
  throw new AppError("conflict", `${agent} works on ${sessions.length} tasks. Name the session: ${ids}`);
}

/** The sessions that are meant by an agent's name or by an id; at least one. */
async function findSessions(
  services: Services,
  run: string,
  agent: string,
): Promise<readonly SessionSummary[]> {
  const sessions = await services.listSessions(run);
  const named = sessions.filter(({ id, agentName }) => id === agent || agentName === agent);
  if (named.length > 0) return named;
  const names = [...new Set(sessions.map((session) => session.agentName))].join(", ");
  throw new AppError(
    "not_found",
    `Nobody in this run is called ${agent}. There are: ${names || "no agents"}.`,
  );
}
