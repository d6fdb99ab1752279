import type { CallId, SessionId } from "../../server/contract/ids.ts";
import type { Json } from "../../server/contract/json.ts";
import type { RunEventBody, SessionOutcome } from "../../server/contract/run-event.ts";
import { okText, type SettledResult } from "../../server/contract/tool-result.ts";
import { addUsage, type Usage } from "../../server/contract/usage.ts";

/** An event with the second of its run in which it happens. */
export interface ScriptedEvent {
  readonly at: number;
  readonly session: string | null;
  readonly body: RunEventBody;
}

export interface ScriptedSession {
  readonly id: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly parent?: string;
  readonly callId?: string;
  readonly index?: number;
  readonly siblings?: number;
  readonly task: string;
  readonly begin: number;
}

export interface ScriptedCall {
  readonly callId: string;
  readonly name: string;
  readonly origin: { readonly kind: string; readonly id: string };
  readonly input: Json;
  /** Seconds of the run; without an end it goes on. */
  readonly from: number;
  readonly to?: number;
  readonly result?: SettledResult;
}

export interface ScriptedTurn {
  readonly from: number;
  /** Without an end it goes on. */
  readonly to?: number;
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  readonly usage?: Usage;
  readonly promptHash?: string;
  readonly toolsHash?: string;
}

export interface SessionEnd {
  readonly at: number;
  readonly outcome: SessionOutcome;
  readonly answer?: string;
  readonly error?: string;
}

/** Sessions and events of a run, written down in any order and read in that of their times. */
export class EventScript {
  readonly sessions: ScriptedSession[] = [];
  readonly ends = new Map<string, SessionEnd>();
  readonly usages = new Map<string, Usage>();
  readonly #events: ScriptedEvent[] = [];
  readonly #turns = new Map<string, number>();

  readonly #model: string;

  constructor(model: string) {
    this.#model = model;
  }

  /** By time; what happens at the same time stays in the order in which it was written down. */
  get events(): readonly ScriptedEvent[] {
    return this.#events.toSorted((one, other) => one.at - other.at);
  }

  add(at: number, body: RunEventBody, session: string | null = null): this {
    this.#events.push({ at, session, body });
    return this;
  }

  open(session: ScriptedSession): this {
    this.sessions.push(session);
    const { parent, callId, index, siblings } = session;
    const from =
      parent === undefined || callId === undefined
        ? {}
        : {
            parentSessionId: parent as SessionId,
            callId: callId as CallId,
            ...(index === undefined ? {} : { index, siblings: siblings ?? 1 }),
          };
    return this.add(
      session.begin,
      {
        type: "session.started",
        agentId: session.agentId as never,
        agentName: session.agentName,
        depth: this.#depthOf(session),
        task: session.task,
        ...from,
      },
      session.id,
    ).add(session.begin, { type: "message.received", text: session.task }, session.id);
  }

  #depthOf({ parent }: ScriptedSession): number {
    const above = this.sessions.find(({ id }) => id === parent);
    return above ? this.#depthOf(above) + 1 : 0;
  }

  queue(session: string, from: number, to?: number): this {
    this.add(from, { type: "session.queued", reason: "all places are taken", position: 2 }, session);
    return to === undefined ? this : this.add(to, { type: "session.resumed" }, session);
  }

  park(
    session: string,
    waiting: { readonly from: number; readonly to?: number; readonly count: number },
  ): this {
    const { from, to, count } = waiting;
    this.add(from, { type: "session.parked", waitingFor: "children", count }, session);
    return to === undefined ? this : this.add(to, { type: "session.resumed" }, session);
  }

  turn(session: string, said: ScriptedTurn): this {
    const turn = (this.#turns.get(session) ?? 0) + 1;
    this.#turns.set(session, turn);
    const { from, to, text = "", calls = [], usage = usageOf(from) } = said;
    const model = { provider: "rehearsal", model: this.#model };
    const { promptHash = "drawn-prompt", toolsHash = "drawn-tools" } = said;
    this.add(from, { type: "turn.started", turn, model, isScripted: false, promptHash, toolsHash }, session);
    if (to === undefined) return this;
    const before = this.usages.get(session);
    this.usages.set(session, before ? addUsage(before, usage) : usage);
    const asked = calls.map(({ callId, name, input }) => ({ callId: callId as CallId, name, input }));
    this.add(
      to,
      {
        type: "turn.finished",
        turn,
        message: { role: "assistant", text, calls: asked },
        usage,
        durationMs: Math.round((to - from) * 1_000),
        firstTextMs: 900,
      },
      session,
    );
    for (const call of calls) this.#call(session, call);
    return this;
  }

  #call(session: string, { callId, name, origin, input, from, to, result = okText("Done.") }: ScriptedCall) {
    const place = { callId: callId as CallId, name, origin };
    this.add(from, { type: "tool_call", ...place, input }, session);
    if (to === undefined) return;
    const durationMs = Math.round((to - from) * 1_000);
    this.add(to, { type: "tool_result", ...place, result, durationMs }, session);
  }

  close(session: string, end: SessionEnd): this {
    this.ends.set(session, end);
    const { at, outcome, answer = "", error } = end;
    const usage = this.usages.get(session) ?? usageOf(0);
    return this.add(
      at,
      { type: "session.finished", outcome, answer, usage, ...(error === undefined ? {} : { error }) },
      session,
    );
  }
}

/** Some figures that look like a model's, the same for the same second. */
export function usageOf(second: number): Usage {
  const inputTokens = Math.round(3_100 + second * 61);
  return {
    inputTokens,
    cachedInputTokens: Math.round(inputTokens * 0.6),
    outputTokens: Math.round(212 + second * 3),
    cost: Math.round(inputTokens * 3.1) / 1_000_000,
  };
}
