import type { Budget } from "../../../contract/budget.ts";
import { isEmptyBudget } from "../../../contract/budget.ts";
import type { RunId, SessionId } from "../../../contract/ids.ts";
import type { RunEventBody } from "../../../contract/run-event.ts";
import type { SharedPast, StoredEvent } from "./shared-past.ts";

/** Where a run is forked, and what is different from there on. */
export interface ForkPoint {
  readonly runId: RunId;
  readonly sessionId: SessionId;
  readonly turn: number;
  /** Whether it is the lead's session, whose task is the run's. */
  readonly isLead: boolean;
  readonly message?: string | undefined;
  readonly budget?: Budget | undefined;
}

/**
 * The events of a fork, still under the ids and times of the run it comes from: all before the turn, what marks the fork, and
 * the message that the turn is to read, behind those that waited.
 */
export function forkEvents(
  past: readonly StoredEvent[],
  point: ForkPoint,
  before: Pick<SharedPast, "isPaused" | "sessions">,
): readonly StoredEvent[] {
  const at = past.at(-1)?.at ?? 0;
  const last = past.findLast((event) => event.sessionId === point.sessionId && event.position !== null);
  const shared = past.map((event) => withMessage(withBudget(event, point.budget), last, point));
  const marks: StoredEvent[] = [];
  if (before.isPaused) marks.push({ sessionId: null, position: null, at, body: { type: "run.resumed" } });
  const { runId, sessionId, turn, message } = point;
  marks.push({
    sessionId,
    position: null,
    at,
    body: {
      type: "run.forked",
      fromRunId: runId,
      fromSessionId: sessionId,
      turn,
      isEdited: message !== undefined,
    },
  });
  if (message !== undefined && last?.body.type !== "message.received") {
    // What people wrote before it and nobody has read is read before it.
    const texts = [...(before.sessions.get(sessionId)?.unread ?? []), message];
    const position = (last?.position ?? -1) + 1;
    for (const [index, text] of texts.entries()) {
      const body = { type: "message.received", text, from: "person" } as const;
      marks.push({ sessionId, position: position + index, at, body });
    }
  }
  return [...shared, ...marks];
}

function withBudget(event: StoredEvent, budget: Budget | undefined): StoredEvent {
  if (event.body.type !== "run.started" || budget === undefined) return event;
  const { budget: _before, ...body } = event.body;
  return { ...event, body: isEmptyBudget(budget) ? body : { ...body, budget } };
}

/** The message that the turn reads, if it reads one; the task, where it is told again, is told as it was changed. */
function withMessage(event: StoredEvent, last: StoredEvent | undefined, point: ForkPoint): StoredEvent {
  const { message, sessionId } = point;
  if (message === undefined || last?.body.type !== "message.received") return event;
  if (event === last || (last.position === 0 && tellsTask(event, sessionId, point.isLead))) {
    return { ...event, body: retold(event.body, message) };
  }
  return event;
}

function tellsTask({ body, sessionId }: StoredEvent, forked: string, isLead: boolean): boolean {
  return body.type === "session.started" ? sessionId === forked : body.type === "run.started" && isLead;
}

function retold(body: RunEventBody, message: string): RunEventBody {
  if (body.type === "message.received") return { ...body, text: message };
  if (body.type === "session.started" || body.type === "run.started") return { ...body, task: message };
  return body;
}
