import type { CallId, RunId, SessionId } from "@/server/contract/ids.ts";
import type { Json } from "@/server/contract/json.ts";
import type { RunEvent, RunEventBody, SessionOutcome, TextDelta } from "@/server/contract/run-event.ts";
import type { ToolOrigin } from "@/server/contract/tool-array.ts";
import { okText, type SettledResult } from "@/server/contract/tool-result.ts";
import type { Usage } from "@/server/contract/usage.ts";

const BEGIN = Date.parse("2026-03-02T09:00:00.000Z");
const RUN_ID = "run-1" as RunId;
const MODEL = { provider: "rehearsal", model: "rehearsal" };
export const TURN_USAGE: Usage = {
  inputTokens: 1_000,
  cachedInputTokens: 200,
  outputTokens: 100,
  cost: 0.01,
};

export interface Delegated {
  readonly parent: string;
  readonly callId: string;
  readonly index?: number;
  readonly siblings?: number;
}

/** Writes down a run as the server would, event by event on a clock that only moves when told: for tests and drawings. */
export class RunRecorder {
  readonly events: RunEvent[] = [];
  #now = BEGIN;
  readonly #agents = new Map<string, string>();
  readonly #turns = new Map<string, number>();

  wait(milliseconds: number): this {
    this.#now += milliseconds;
    return this;
  }

  add(body: RunEventBody, sessionId?: string): this {
    const agent = sessionId === undefined ? undefined : this.#agents.get(sessionId);
    const place =
      sessionId === undefined
        ? {}
        : { sessionId: sessionId as SessionId, ...(agent === undefined ? {} : { agent }) };
    const head = {
      runId: RUN_ID,
      seq: this.events.length + 1,
      at: new Date(this.#now).toISOString(),
      ...place,
    };
    this.events.push({ ...head, ...body } as RunEvent);
    return this;
  }

  start(task: string): this {
    return this.add({ type: "run.started", task, orgName: "Research desk", orgVersion: 3, attachments: [] });
  }

  open(sessionId: string, agent: { readonly id: string; readonly name: string }, from?: Delegated): this {
    this.#agents.set(sessionId, agent.name);
    const delegation = from
      ? {
          parentSessionId: from.parent as SessionId,
          callId: from.callId as CallId,
          ...(from.index === undefined ? {} : { index: from.index, siblings: from.siblings ?? 1 }),
        }
      : {};
    const task = `Task of ${agent.name}${from?.index === undefined ? "" : ` ${from.index + 1}`}`;
    this.add(
      {
        type: "session.started",
        agentId: agent.id as never,
        agentName: agent.name,
        depth: from ? 1 : 0,
        task,
        ...delegation,
      },
      sessionId,
    );
    return this.add({ type: "message.received", text: task }, sessionId);
  }

  beginTurn(sessionId: string): this {
    const turn = (this.#turns.get(sessionId) ?? 0) + 1;
    this.#turns.set(sessionId, turn);
    return this.add(
      { type: "turn.started", turn, model: MODEL, isScripted: true, promptHash: `p${turn}`, toolsHash: "t1" },
      sessionId,
    );
  }

  endTurn(
    sessionId: string,
    text: string,
    calls: readonly { readonly callId: string; readonly name: string; readonly input: Json }[] = [],
  ): this {
    const turn = this.#turns.get(sessionId) ?? 1;
    const message = {
      role: "assistant" as const,
      text,
      calls: calls.map((call) => ({ ...call, callId: call.callId as CallId })),
    };
    return this.add(
      { type: "turn.finished", turn, message, usage: TURN_USAGE, durationMs: 900, firstTextMs: 300 },
      sessionId,
    );
  }

  call(
    sessionId: string,
    callId: string,
    tool: { readonly name: string; readonly origin: ToolOrigin; readonly input: Json },
  ): this {
    return this.add({ type: "tool_call", callId: callId as CallId, ...tool }, sessionId);
  }

  result(
    sessionId: string,
    callId: string,
    tool: { readonly name: string; readonly origin: ToolOrigin; readonly result?: SettledResult },
  ): this {
    const result = tool.result ?? okText("Done.");
    return this.add(
      {
        type: "tool_result",
        callId: callId as CallId,
        name: tool.name,
        origin: tool.origin,
        result,
        durationMs: 1_200,
      },
      sessionId,
    );
  }

  close(
    sessionId: string,
    outcome: SessionOutcome,
    said: { readonly answer?: string; readonly error?: string },
  ): this {
    return this.add({ type: "session.finished", outcome, answer: "", usage: TURN_USAGE, ...said }, sessionId);
  }

  /** The text of the open turn as the stream would bring it, in pieces of `size` characters. */
  stream(sessionId: string, text: string, size: number): readonly TextDelta[] {
    const turn = this.#turns.get(sessionId) ?? 1;
    const pieces: TextDelta[] = [];
    for (let offset = 0; offset < text.length; offset += size) {
      pieces.push({
        type: "text.delta",
        runId: RUN_ID,
        sessionId: sessionId as SessionId,
        turn,
        offset,
        text: text.slice(offset, offset + size),
      });
    }
    return pieces;
  }
}
