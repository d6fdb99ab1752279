import type { ApprovalRequest } from "../../../contract/approval.ts";
import type { Question, QuestionAnswer } from "../../../contract/questions.ts";
import type { RunEventBody, SessionOutcome } from "../../../contract/run-event.ts";
import type { SecretRequest } from "../../../contract/secrets.ts";
import { addUsage, NO_USAGE, type Usage } from "../../../contract/usage.ts";
import { requestKey } from "./request-key.ts";

/** An event as it is stored; `position` where it carries a message of its session. */
export interface StoredEvent {
  readonly sessionId: string | null;
  readonly position: number | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly body: RunEventBody;
}

/** Where a session stood. `waits` counts what it waits for: open questions and children at work. */
export interface PastSession {
  readonly id: string;
  readonly parentId: string | null;
  readonly callId: string | null;
  readonly callIndex: number;
  readonly agentId: string;
  readonly agentName: string;
  readonly depth: number;
  readonly task: string;
  readonly startedAt: number;
  status: "ready" | "parked" | SessionOutcome;
  position: number;
  waits: number;
  turns: number;
  toolCalls: number;
  workMs: number;
  usage: Usage;
  answer: string;
  error: string | null;
  finishedAt: number | null;
  /** What people wrote to it and it has not read, oldest first. */
  unread: string[];
  /** What it told its parent, oldest first. */
  readonly reports: string[];
  /** Revision by name. */
  readonly skills: Map<string, string>;
}

export interface PastWait {
  readonly id: string;
  readonly sessionId: string;
  readonly callId: string;
  readonly questions: readonly Question[];
  readonly approval: ApprovalRequest | undefined;
  readonly secret: SecretRequest | undefined;
  readonly chain: readonly string[] | undefined;
  readonly askedAt: number;
  answer: QuestionAnswer | null;
  answeredAt: number | null;
}

/** What the rows of a run would say, told by its events alone. */
export interface SharedPast {
  readonly sessions: ReadonlyMap<string, PastSession>;
  readonly waits: ReadonlyMap<string, PastWait>;
  readonly isPaused: boolean;
  readonly isScripted: boolean;
  /** Milliseconds in which anything moved, and whether anything does now. */
  readonly clockMs: number;
  /** Budgets that people were warned of. */
  readonly warnings: number;
}

/** Reads where a run stood after these events: all from its beginning, in order. */
export function readSharedPast(events: readonly StoredEvent[]): SharedPast {
  const reader = new PastReader();
  for (const event of events) reader.read(event);
  return reader;
}

type Asked = Extract<RunEventBody, { type: "question.asked" }>;

class PastReader implements SharedPast {
  readonly sessions = new Map<string, PastSession>();
  readonly waits = new Map<string, PastWait>();
  isPaused = false;
  isScripted = true;
  clockMs = 0;
  warnings = 0;
  #at: number | undefined;

  read(event: StoredEvent): void {
    this.#tick(event.at);
    const { body, sessionId } = event;
    if (body.type === "run.paused") this.isPaused = true;
    if (body.type === "run.resumed") this.isPaused = false;
    if (body.type === "budget.warned") this.warnings += 1;
    if (body.type === "session.started" && sessionId !== null) this.#open(sessionId, event.at, body);
    const session = sessionId === null ? undefined : this.sessions.get(sessionId);
    if (!session) return;
    if (event.position !== null) session.position = event.position + 1;
    this.#count(session, body);
    this.#move(session, event);
  }

  /** The clock goes while a session is ready or at work, and the run is not paused. */
  #tick(at: number): void {
    if (this.#at !== undefined && !this.isPaused && this.#isMoving())
      this.clockMs += Math.max(0, at - this.#at);
    this.#at = at;
  }

  #isMoving(): boolean {
    for (const session of this.sessions.values()) if (session.status === "ready") return true;
    return false;
  }

  #open(id: string, at: number, body: Extract<RunEventBody, { type: "session.started" }>): void {
    this.sessions.set(id, {
      id,
      parentId: body.parentSessionId ?? null,
      callId: body.callId ?? null,
      callIndex: body.index ?? 0,
      agentId: body.agentId,
      agentName: body.agentName,
      depth: body.depth,
      task: body.task,
      startedAt: at,
      status: "ready",
      position: 0,
      waits: 0,
      turns: 0,
      toolCalls: 0,
      workMs: 0,
      usage: NO_USAGE,
      answer: "",
      error: null,
      finishedAt: null,
      unread: [],
      reports: [],
      skills: new Map(),
    });
    const parent = this.sessions.get(body.parentSessionId ?? "");
    if (parent) parent.waits += 1;
  }

  #count(session: PastSession, body: RunEventBody): void {
    switch (body.type) {
      case "turn.started":
        this.isScripted &&= body.isScripted;
        break;
      case "turn.finished":
        session.turns += 1;
        session.workMs += body.durationMs;
        session.usage = addUsage(session.usage, body.usage);
        break;
      case "context.compacted":
        session.usage = addUsage(session.usage, body.usage ?? NO_USAGE);
        break;
      case "tool_call":
        session.toolCalls += 1;
        break;
      case "tool_result":
        session.workMs += body.durationMs;
        break;
      case "skill.activated":
        session.skills.set(body.skill, body.revision);
        break;
      case "parent.told":
        session.reports.push(body.text);
        break;
      case "message.queued":
        session.unread.push(body.text);
        break;
      case "message.received":
        if (body.from === "person") session.unread.shift();
        break;
      default:
    }
  }

  #move(session: PastSession, { at, body }: StoredEvent): void {
    if (body.type === "session.parked") session.status = session.waits > 0 ? "parked" : "ready";
    if (body.type === "session.resumed") session.status = "ready";
    if (body.type === "question.asked") this.#ask(session, at, body);
    const wait = body.type === "question.answered" ? this.waits.get(body.waitId) : undefined;
    if (wait && body.type === "question.answered") {
      wait.answer = body.answer;
      wait.answeredAt = at;
      settle(session);
    }
    if (body.type === "session.finished") this.#finish(session, at, body);
  }

  #ask(session: PastSession, at: number, body: Asked): void {
    const wait = {
      id: body.waitId,
      sessionId: session.id,
      callId: body.callId,
      questions: body.questions,
      approval: body.approval,
      secret: body.secret,
      chain: body.chain,
      askedAt: at,
      answer: null,
      answeredAt: null,
    };
    // A question is taken back without a word when its session is about to fail. Should the session go on after all, it asks again.
    const takenBack = this.#openLike(wait);
    if (takenBack) this.waits.delete(takenBack.id);
    else session.waits += 1;
    this.waits.set(wait.id, wait);
  }

  #openLike(wait: PastWait): PastWait | undefined {
    const { kind, digest } = requestKey(wait);
    for (const other of this.waits.values()) {
      if (other.sessionId !== wait.sessionId || other.callId !== wait.callId || other.answer) continue;
      const key = requestKey(other);
      if (key.kind === kind && key.digest === digest) return other;
    }
    return undefined;
  }

  #finish(session: PastSession, at: number, body: Extract<RunEventBody, { type: "session.finished" }>): void {
    session.status = body.outcome;
    session.answer = body.answer;
    session.error = body.error ?? null;
    session.finishedAt = at;
    session.waits = 0;
    session.unread = [];
    const parent = this.sessions.get(session.parentId ?? "");
    if (parent && parent.finishedAt === null) settle(parent);
  }
}

/** One thing less to wait for. */
function settle(session: PastSession): void {
  session.waits -= 1;
  if (session.status === "parked" && session.waits <= 0) session.status = "ready";
}
