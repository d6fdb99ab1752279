import { randomUUID } from "node:crypto";
import type { CallId, OrgId, RunId, SessionId, WaitId } from "../contract/ids.ts";
import { directChildren, findLead, parentsOf } from "../contract/org-graph.ts";
import type { QuestionAnswer } from "../contract/questions.ts";
import type { RunEvent, RunEventBody, SessionOutcome } from "../contract/run-event.ts";
import { addUsage, NO_USAGE } from "../contract/usage.ts";
import { budgetsOf } from "../engine/budgets.ts";
import {
  type ChildToOpen,
  type ClaimedSession,
  FenceLostError,
  type SessionEnd,
  type SessionNews,
} from "../engine/ports.ts";
import type { ToolContext } from "../engine/tool.ts";
import { countedIn, toMessage } from "../engine/transcript.ts";
import { MemoryRun } from "./memory-run.ts";
import type { SessionWorld } from "./session-world.ts";

interface Row {
  readonly id: SessionId;
  readonly runId: RunId;
  readonly parentId: SessionId | undefined;
  readonly callId: CallId | undefined;
  readonly index: number;
  readonly agentId: string;
  readonly depth: number;
  status: "ready" | "running" | "parked" | SessionOutcome;
  fence: number;
  waits: number;
  messages: readonly string[];
  answer: string;
  error: string | null;
}

interface Wait {
  readonly waitId: WaitId;
  readonly sessionId: SessionId;
  readonly callId: CallId;
  answer: QuestionAnswer | null;
}

const STOPPED = "Stopped by a person.";
const STOPPED_BELOW = "Stopped because the agent above it failed.";

/** The memory twin of the store: the same promises, no durability. */
export function createMemoryWorld(): SessionWorld {
  const runs = new Map<RunId, MemoryRun>();
  const rows = new Map<SessionId, Row>();
  const log = new Map<RunId, RunEvent[]>();
  const waits: Wait[] = [];
  let wake: (sessions: readonly SessionId[]) => void = () => undefined;

  const runOf = (runId: RunId): MemoryRun => {
    const run = runs.get(runId);
    if (!run) throw new Error(`There is no run ${runId}.`);
    return run;
  };
  const isLive = (row: Row): boolean => ["ready", "running", "parked"].includes(row.status);
  const isMoving = (row: Row): boolean => row.status === "ready" || row.status === "running";
  /** After every change of a status. */
  const tick = (runId: RunId): void =>
    runOf(runId).setMoving([...rows.values()].filter((row) => row.runId === runId && isMoving(row)).length);
  const newsOf = (row: Row): SessionNews => {
    const run = runOf(row.runId);
    return { isPaused: run.status === "paused", waitingMessages: row.messages.length, spent: run.spent };
  };
  const agentOf = (row: Row) => {
    const agent = runOf(row.runId).document.agents.find(({ id }) => id === row.agentId);
    if (!agent) throw new Error(`There is no agent ${row.agentId}.`);
    return agent;
  };
  const write = (runId: RunId, row: Row | undefined, bodies: readonly RunEventBody[]): void => {
    const events = log.get(runId) ?? [];
    log.set(runId, events);
    for (const body of bodies) {
      const session = row ? { sessionId: row.id, agent: agentOf(row).name } : {};
      events.push({
        runId,
        seq: events.length + 1,
        at: new Date().toISOString(),
        ...session,
        ...structuredClone(body),
      });
    }
  };
  const own = (session: Pick<ClaimedSession, "sessionId" | "fence">): Row => {
    const row = rows.get(session.sessionId);
    if (!row || row.fence !== session.fence || row.status !== "running") throw new FenceLostError();
    return row;
  };
  const append = (row: Row, events: readonly RunEventBody[]): void => {
    for (const event of events) runOf(row.runId).spend(row.agentId, event);
    write(row.runId, row, events);
  };
  const open = (row: Omit<Row, "status" | "fence" | "waits" | "messages" | "answer" | "error">): Row => {
    const opened: Row = {
      ...row,
      status: "ready",
      fence: 0,
      waits: 0,
      messages: [],
      answer: "",
      error: null,
    };
    rows.set(row.id, opened);
    tick(row.runId);
    return opened;
  };
  const release = (row: Row): SessionId | undefined => {
    row.waits -= 1;
    if (row.status !== "parked" || row.waits > 0) return undefined;
    row.status = "ready";
    tick(row.runId);
    return row.id;
  };
  const claim = (row: Row): ClaimedSession => {
    const run = runOf(row.runId);
    const { document } = run;
    const agent = agentOf(row);
    const events = (log.get(row.runId) ?? []).filter((event) => event.sessionId === row.id);
    const messages = events.flatMap((event) => toMessage(event) ?? []);
    const turns = events.filter((event) => event.type === "turn.finished");
    const parentId = parentsOf(document.lines).get(agent.id);
    return {
      sessionId: row.id,
      runId: row.runId,
      parentId: row.parentId,
      fence: row.fence,
      model: agent.model,
      scope: {
        orgId: "org" as OrgId,
        agent,
        children: directChildren(document, agent.id),
        parent: document.agents.find(({ id }) => id === parentId) ?? null,
        depth: row.depth,
        attachments: [],
        messages,
      },
      messages,
      turns: turns.length,
      usage: turns.map((turn) => turn.usage).reduce(addUsage, NO_USAGE),
      compaction: events.findLast((event) => event.type === "context.compacted"),
      counted: countedIn(events),
      startedCalls: new Set(events.flatMap((event) => (event.type === "tool_call" ? [event.callId] : []))),
      isResumed: row.fence > 1,
      budgets: budgetsOf(document, run.budget),
      warned: [...run.warned],
      news: newsOf(row),
    };
  };
  const started = (row: Row, task: string): RunEventBody[] => {
    const agent = agentOf(row);
    const parent =
      row.parentId && row.callId
        ? { parentSessionId: row.parentId, callId: row.callId, index: row.index }
        : {};
    return [
      {
        type: "session.started",
        agentId: agent.id as ToolContext["agentId"],
        agentName: agent.name,
        depth: row.depth,
        task,
        ...parent,
      },
      { type: "message.received", text: task },
    ];
  };
  const openBelow = (parent: Row, children: readonly ChildToOpen[]): void => {
    const isOpened = ({ parentId, callId }: Row): boolean =>
      parentId === parent.id && children.some((child) => child.callId === callId);
    if ([...rows.values()].some(isOpened)) throw new Error("This call opened its children already.");
    parent.waits += children.length;
    const opened = children.map(({ agentId, callId, index, task }) => {
      const place = { id: randomUUID() as string as SessionId, runId: parent.runId, parentId: parent.id };
      const row = open({ ...place, callId, index, agentId, depth: parent.depth + 1 });
      write(row.runId, row, started(row, task));
      return row.id;
    });
    if (opened.length > 0) wake(opened);
  };
  const finish = (row: Row, { outcome, answer, error, usage }: SessionEnd): SessionId | undefined => {
    const reason = error === undefined ? {} : { error };
    Object.assign(row, { status: outcome, answer, error: error ?? null });
    write(row.runId, row, [{ type: "session.finished", outcome, answer, usage, ...reason }]);
    if (row.parentId === undefined) {
      runOf(row.runId).status = "over";
      tick(row.runId);
      write(row.runId, undefined, [{ type: "run.finished", status: outcome, answer, ...reason }]);
      return undefined;
    }
    tick(row.runId);
    const parent = rows.get(row.parentId);
    return parent && isLive(parent) ? release(parent) : undefined;
  };

  const stop = (row: Row, error = STOPPED): void => {
    Object.assign(row, { status: "cancelled", fence: row.fence + 1, waits: 0, error });
    write(row.runId, row, [
      { type: "session.finished", outcome: "cancelled", answer: "", error, usage: NO_USAGE },
    ]);
  };

  const withBelow = (top: Row): readonly Row[] => [
    top,
    ...[...rows.values()].filter((row) => row.parentId === top.id).flatMap(withBelow),
  ];
  const stopBranch = (top: Row): readonly SessionId[] => {
    for (const row of withBelow(top).filter(isLive)) stop(row);
    const parent = top.parentId === undefined ? undefined : rows.get(top.parentId);
    const woken = parent && isLive(parent) ? release(parent) : undefined;
    tick(top.runId);
    return woken ? [woken] : [];
  };

  return {
    sessions: {
      async claim(sessionId) {
        const row = rows.get(sessionId);
        if (row?.status !== "ready" || runOf(row.runId).status !== "running") return undefined;
        Object.assign(row, { status: "running", fence: row.fence + 1 });
        return claim(row);
      },
      async append(session, events, opening = []) {
        const row = own(session);
        append(row, events);
        openBelow(row, opening);
        return newsOf(row);
      },
      async park(session, events, { opening = [], ...sleep }) {
        const row = own(session);
        append(row, events);
        openBelow(row, opening);
        row.status = row.waits > 0 ? "parked" : "ready";
        tick(row.runId);
        if (row.status === "ready") return "ready";
        write(row.runId, row, [{ type: "session.parked", ...sleep }]);
        return "parked";
      },
      async finish(session, events, end) {
        const row = own(session);
        append(row, events);
        const isAskedToStay = row.messages.length > 0 || runOf(row.runId).status === "paused";
        if (end.outcome === "completed" && isAskedToStay) return { wake: undefined, stays: newsOf(row) };
        return { wake: finish(row, end) };
      },
      async stopBelow(session) {
        const [top, ...below] = withBelow(own(session));
        for (const row of below.filter(isLive)) stop(row, STOPPED_BELOW);
        const isOpen = (wait: Wait) => wait.sessionId === session.sessionId && wait.answer === null;
        for (const wait of waits.filter(isOpen)) waits.splice(waits.indexOf(wait), 1);
        if (!top) return;
        top.waits = 0;
        tick(top.runId);
      },
      async takeMessages(session) {
        const row = own(session);
        const texts = row.messages;
        row.messages = [];
        write(
          row.runId,
          row,
          texts.map((text) => ({ type: "message.received", text, from: "person" })),
        );
        return texts;
      },
      async giveBack(session) {
        const row = own(session);
        row.status = "ready";
        return runOf(row.runId).status === "running";
      },
      spentByAgent: async (runId) => runOf(runId).byAgent,
      async warn(session, key, event) {
        const { warned } = runOf(session.runId);
        if (warned.has(key)) return;
        warned.add(key);
        write(session.runId, rows.get(session.sessionId), [event]);
      },
    },
    delegation: {
      async childrenOf(sessionId, callId) {
        return [...rows.values()]
          .filter((row) => row.parentId === sessionId && row.callId === callId)
          .map((row) => ({
            index: row.index,
            agentName: agentOf(row).name,
            outcome:
              row.status === "ready" || row.status === "running" || row.status === "parked"
                ? null
                : row.status,
            answer: row.answer,
            error: row.error,
          }));
      },
    },
    questions: {
      async find(sessionId, callId) {
        return waits.find((wait) => wait.sessionId === sessionId && wait.callId === callId);
      },
      async ask(context, questions) {
        const row = own(context);
        const wait: Wait = {
          waitId: randomUUID() as string as WaitId,
          sessionId: row.id,
          callId: context.callId,
          answer: null,
        };
        waits.push(wait);
        row.waits += 1;
        write(row.runId, row, [
          { type: "question.asked", waitId: wait.waitId, callId: context.callId, questions },
        ]);
        return wait.waitId;
      },
      async answer(waitId, answer) {
        const wait = waits.find((candidate) => candidate.waitId === waitId);
        const row = wait && rows.get(wait.sessionId);
        if (!wait || wait.answer !== null || !row || !isLive(row)) return undefined;
        wait.answer = answer;
        write(row.runId, row, [{ type: "question.answered", waitId, callId: wait.callId, answer }]);
        return { wake: release(row) };
      },
    },
    async start(document, task, budget) {
      const lead = findLead(document);
      if (!lead) throw new Error("The org has no lead.");
      const runId = randomUUID() as string as RunId;
      runs.set(runId, new MemoryRun(document, budget));
      write(runId, undefined, [
        { type: "run.started", task, orgName: document.name, orgVersion: 1, attachments: [] },
      ]);
      const row = open({
        id: randomUUID() as string as SessionId,
        runId,
        parentId: undefined,
        callId: undefined,
        index: 0,
        agentId: lead.id,
        depth: 0,
      });
      write(runId, row, started(row, task));
      return { runId, sessionId: row.id };
    },
    async cancel(runId) {
      for (const row of rows.values()) {
        if (row.runId === runId && isLive(row)) stop(row);
      }
      const run = runOf(runId);
      if (run.status !== "over")
        write(runId, undefined, [{ type: "run.finished", status: "cancelled", answer: "", error: STOPPED }]);
      run.status = "over";
      tick(runId);
    },
    async cancelBranch(runId, sessionId) {
      const top = rows.get(sessionId);
      return top?.runId === runId && isLive(top) ? stopBranch(top) : [];
    },
    async pause(runId) {
      const run = runOf(runId);
      if (run.status !== "running") return;
      run.status = "paused";
      tick(runId);
      write(runId, undefined, [{ type: "run.paused" }]);
    },
    async resume(runId) {
      const run = runOf(runId);
      if (run.status === "over") return [];
      if (run.status === "paused") {
        run.status = "running";
        tick(runId);
        write(runId, undefined, [{ type: "run.resumed" }]);
      }
      return [...rows.values()]
        .filter((row) => row.runId === runId && row.status === "ready")
        .map((row) => row.id);
    },
    async steer(runId, sessionId, text) {
      const row = rows.get(sessionId);
      if (row?.runId !== runId) return "unknown";
      if (!isLive(row)) return "over";
      if (row.messages.length >= 50) return "full";
      row.messages = [...row.messages, text];
      write(runId, row, [{ type: "message.queued", text }]);
      return "sent";
    },
    isClockGoing: async (runId) => runOf(runId).isClockGoing,
    events: async (runId) => log.get(runId) ?? [],
    onWake(listener) {
      wake = listener;
    },
  };
}
