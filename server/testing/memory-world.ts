import { randomUUID } from "node:crypto";
import type { CallId, OrgId, RunId, SessionId, WaitId } from "../contract/ids.ts";
import type { OrgDocument } from "../contract/org-document.ts";
import { directChildren, findLead, parentsOf } from "../contract/org-graph.ts";
import type { QuestionAnswer } from "../contract/questions.ts";
import type { RunEvent, RunEventBody, SessionOutcome } from "../contract/run-event.ts";
import { addUsage, NO_USAGE } from "../contract/usage.ts";
import { type ClaimedSession, FenceLostError, type SessionEnd } from "../engine/ports.ts";
import type { ToolContext } from "../engine/tool.ts";
import { toMessage } from "../engine/transcript.ts";
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
  answer: string;
  error: string | null;
}

interface Wait {
  readonly waitId: WaitId;
  readonly sessionId: SessionId;
  readonly callId: CallId;
  answer: QuestionAnswer | null;
}

/** The memory twin of the store: the same promises, no durability. */
export function createMemoryWorld(): SessionWorld {
  const documents = new Map<RunId, OrgDocument>();
  const over = new Set<RunId>();
  const rows = new Map<SessionId, Row>();
  const log = new Map<RunId, RunEvent[]>();
  const waits: Wait[] = [];
  let wake: (sessions: readonly SessionId[]) => void = () => undefined;

  const agentOf = (row: Row) => {
    const agent = documents.get(row.runId)?.agents.find(({ id }) => id === row.agentId);
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
  const open = (row: Omit<Row, "status" | "fence" | "waits" | "answer" | "error">): Row => {
    const opened: Row = { ...row, status: "ready", fence: 0, waits: 0, answer: "", error: null };
    rows.set(row.id, opened);
    return opened;
  };
  const release = (row: Row): SessionId | undefined => {
    row.waits -= 1;
    if (row.status !== "parked" || row.waits > 0) return undefined;
    row.status = "ready";
    return row.id;
  };
  const claim = (row: Row): ClaimedSession => {
    const document = documents.get(row.runId) as OrgDocument;
    const agent = agentOf(row);
    const events = (log.get(row.runId) ?? []).filter((event) => event.sessionId === row.id);
    const messages = events.flatMap((event) => toMessage(event) ?? []);
    const turns = events.filter((event) => event.type === "turn.finished");
    const parentId = parentsOf(document.lines).get(agent.id);
    return {
      sessionId: row.id,
      runId: row.runId,
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
      startedCalls: new Set(events.flatMap((event) => (event.type === "tool_call" ? [event.callId] : []))),
      isResumed: row.fence > 1,
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
  const finish = (row: Row, { outcome, answer, error, usage }: SessionEnd): SessionId | undefined => {
    const reason = error === undefined ? {} : { error };
    Object.assign(row, { status: outcome, answer, error: error ?? null });
    write(row.runId, row, [{ type: "session.finished", outcome, answer, usage, ...reason }]);
    if (row.parentId === undefined) {
      over.add(row.runId);
      write(row.runId, undefined, [{ type: "run.finished", status: outcome, answer, ...reason }]);
      return undefined;
    }
    const parent = rows.get(row.parentId);
    return parent?.status === "running" || parent?.status === "parked" ? release(parent) : undefined;
  };

  return {
    sessions: {
      async claim(sessionId) {
        const row = rows.get(sessionId);
        if (row?.status !== "ready" || over.has(row.runId)) return undefined;
        Object.assign(row, { status: "running", fence: row.fence + 1 });
        return claim(row);
      },
      async append(session, events) {
        write(session.runId, own(session), events);
      },
      async park(session, waitingFor, count) {
        const row = own(session);
        row.status = row.waits > 0 ? "parked" : "ready";
        if (row.status === "ready") return "ready";
        write(row.runId, row, [{ type: "session.parked", waitingFor, count }]);
        return "parked";
      },
      async finish(session, end) {
        return { wake: finish(own(session), end) };
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
      async open(context, children) {
        const parent = own(context);
        if ([...rows.values()].some((row) => row.parentId === parent.id && row.callId === context.callId))
          throw new Error("This call opened its children already.");
        parent.waits += children.length;
        const opened = children.map((child, index) =>
          open({
            id: randomUUID() as string as SessionId,
            runId: parent.runId,
            parentId: parent.id,
            callId: context.callId,
            index,
            agentId: child.agentId,
            depth: parent.depth + 1,
          }),
        );
        for (const [index, row] of opened.entries())
          write(row.runId, row, started(row, children[index]?.task ?? ""));
        wake(opened.map((row) => row.id));
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
        if (!wait || wait.answer !== null || !row || over.has(row.runId)) return undefined;
        wait.answer = answer;
        write(row.runId, row, [{ type: "question.answered", waitId, callId: wait.callId, answer }]);
        return { wake: release(row) };
      },
    },
    async start(document, task) {
      const lead = findLead(document);
      if (!lead) throw new Error("The org has no lead.");
      const runId = randomUUID() as string as RunId;
      documents.set(runId, document);
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
      const error = "Stopped by a person.";
      for (const row of rows.values()) {
        if (row.runId !== runId || !["ready", "running", "parked"].includes(row.status)) continue;
        Object.assign(row, { status: "cancelled", fence: row.fence + 1, waits: 0, error });
        write(runId, row, [
          { type: "session.finished", outcome: "cancelled", answer: "", error, usage: NO_USAGE },
        ]);
      }
      if (!over.has(runId))
        write(runId, undefined, [{ type: "run.finished", status: "cancelled", answer: "", error }]);
      over.add(runId);
    },
    events: async (runId) => log.get(runId) ?? [],
    onWake(listener) {
      wake = listener;
    },
  };
}
