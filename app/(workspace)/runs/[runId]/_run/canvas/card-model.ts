import { type AgentState, agentStates, waitingForAgents } from "@/app/_ui/agent-state.ts";
import type { AgentId } from "@/server/contract/ids.ts";
import { addUsage, NO_USAGE, type Usage } from "@/server/contract/usage.ts";
import type { RunView, SessionView } from "../view/run-view.ts";

/** What one card of the live canvas shows, apart from running times. */
export interface CardModel {
  readonly state: AgentState;
  /** The state's word, with its number where it has one. */
  readonly word: string;
  /** Sessions that stand on the card: none, one, or the instances that work side by side. */
  readonly instances: readonly SessionView[];
  /** The first of them that waits for a person, else the first that moves, else the newest. */
  readonly front: SessionView | null;
  readonly startedAt: number | null;
  /** Null while any of them goes on. */
  readonly finishedAt: number | null;
  /** Of every session of the agent. */
  readonly usage: Usage;
}

const IDLE: CardModel = {
  state: "idle",
  word: agentStates.idle.word,
  instances: [],
  front: null,
  startedAt: null,
  finishedAt: null,
  usage: NO_USAGE,
};

/** Sessions of an agent, oldest first. */
export function sessionsOf(view: RunView, agentId: string): readonly SessionView[] {
  const ids = view.byAgent.get(agentId as AgentId) ?? [];
  return ids.map((id) => view.sessions[id]).filter((session) => session !== undefined);
}

/** What a card shows of its agent's sessions. */
export function toCard(sessions: readonly SessionView[]): CardModel {
  const newest = sessions.at(-1);
  if (!newest) return IDLE;
  const instances = sessions.filter((session) => session.finishedAt === null || isSibling(session, newest));
  const front =
    instances.find(({ state }) => state === "waiting-person") ??
    instances.find((session) => isWorking(session)) ??
    instances.at(-1) ??
    newest;
  const isDone = instances.every((session) => session.finishedAt !== null);
  return {
    state: instances.length > 1 ? stateOfMany(instances) : front.state,
    word: instances.length > 1 ? wordOfMany(instances) : sessionWord(front),
    instances,
    front,
    startedAt: Math.min(...instances.map((session) => session.startedAt)),
    finishedAt: isDone ? Math.max(...instances.map((session) => session.finishedAt ?? 0)) : null,
    usage: sessions.reduce((sum, session) => addUsage(sum, session.usage), NO_USAGE),
  };
}

function isSibling(session: SessionView, newest: SessionView): boolean {
  if (session === newest) return true;
  return (
    newest.siblings > 1 &&
    session.parentSessionId === newest.parentSessionId &&
    session.callId === newest.callId
  );
}

function isWorking(session: SessionView): boolean {
  return session.state === "thinking" || session.state === "calling";
}

/** What needs a person comes first, then what works, then what is parked; what is over comes last, failures first. */
const PRECEDENCE: readonly AgentState[] = [
  "waiting-person",
  "calling",
  "thinking",
  "waiting-children",
  "paused",
  "queued",
  "failed",
  "stopped",
  "done",
];

function stateOfMany(instances: readonly SessionView[]): AgentState {
  return PRECEDENCE.find((state) => instances.some((session) => session.state === state)) ?? "idle";
}

function wordOfMany(instances: readonly SessionView[]): string {
  const total = instances.length;
  const count = (isMeant: (session: SessionView) => boolean) => instances.filter(isMeant).length;
  const waiting = count((session) => session.state === "waiting-person");
  if (waiting > 0) return `${waiting} of ${total} ${waiting === 1 ? "waits" : "wait"} for you`;
  const open = count((session) => session.finishedAt === null);
  if (open > 0 && count((session) => session.state === "paused") === open) return agentStates.paused.word;
  if (open > 0) return `${count(isWorking)} of ${total} working`;
  const failed = count((session) => session.state === "failed");
  if (failed > 0) return `${failed} of ${total} failed`;
  return count((session) => session.state === "stopped") > 0 ? agentStates.stopped.word : `${total} done`;
}

/** The word for one session: "Waiting for 2 of 4" once some are back. */
export function sessionWord(session: SessionView): string {
  if (session.state !== "waiting-children") return agentStates[session.state].word;
  const { total, back, failed } = session.children;
  const open = Math.max(0, total - back - failed);
  if (total === 0) return agentStates["waiting-children"].word;
  return open === total || open === 0 ? waitingForAgents(total) : `Waiting for ${open} of ${total}`;
}

/** "0 of 3 back", or "1 back, 1 failed, 2 open". */
export function childrenText({ children: { total, back, failed } }: SessionView): string {
  if (failed === 0) return `${back} of ${total} back`;
  const open = Math.max(0, total - back - failed);
  return [back > 0 ? `${back} back` : "", `${failed} failed`, open > 0 ? `${open} open` : ""]
    .filter(Boolean)
    .join(", ");
}
