import fc from "fast-check";
import type { RunEvent, RunSignal } from "@/server/contract/run-event.ts";
import { okText, toolError } from "@/server/contract/tool-result.ts";
import { RunRecorder } from "./record-run.ts";

/** Ids are as an org's file has them. */
const AGENTS = ["lead", "analyst", "scout", "constructor", "__proto__"].map((id) => ({ id, name: id }));
/** As providers choose them. */
const CALL_IDS = ["__proto__", "constructor"];
const ORIGIN = { kind: "skill", id: "csv-figures" };

/** One thing that happens: which, to whom, and how long after the one before. */
interface Step {
  readonly what: number;
  readonly who: number;
  readonly wait: number;
}

interface Call {
  readonly sessionId: string;
  readonly callId: string;
}

/** A run in which anything may follow anything, also what no server would write: the picture must bear it. */
class Happenings {
  readonly run = new RunRecorder().start("Any task").open("s0", { id: "lead", name: "Lead" });
  readonly #sessions = ["s0"];
  readonly #calls: Call[] = [];
  #questions = 0;

  take({ what, who, wait }: Step): void {
    const sessionId = this.#sessions[who % this.#sessions.length] ?? "s0";
    this.run.wait(wait);
    const acts = [
      () => this.run.beginTurn(sessionId),
      () => this.#endTurn(sessionId, who),
      () => this.#begin(who),
      () => this.#end(who),
      () => this.#delegate(who),
      () => this.#ask(who),
      () => this.#answer(who),
      () => this.run.close(sessionId, who % 3 === 0 ? "failed" : "completed", { answer: "So be it." }),
      () => this.#besides(sessionId, who),
    ];
    acts[what % acts.length]?.();
  }

  #endTurn(sessionId: string, who: number): void {
    const calls = Array.from({ length: who % 3 }, () => {
      const call = { sessionId, callId: CALL_IDS[this.#calls.length] ?? `c${this.#calls.length}` };
      this.#calls.push(call);
      return { callId: call.callId, name: "median", input: { column: "price" } };
    });
    this.run.endTurn(sessionId, `Said by ${sessionId}.`, calls);
  }

  #call(who: number): Call {
    return this.#calls[who % Math.max(1, this.#calls.length)] ?? { sessionId: "s0", callId: "unknown" };
  }

  #begin(who: number): void {
    const { sessionId, callId } = this.#call(who);
    this.run.call(sessionId, callId, { name: "median", origin: ORIGIN, input: {} });
    if (who % 2 === 0)
      this.run.add(
        { type: "skill.queued", callId: callId as never, skill: "csv-figures", position: 1 },
        sessionId,
      );
  }

  #end(who: number): void {
    const { sessionId, callId } = this.#call(who);
    const result = who % 4 === 0 ? toolError("tool_failed", "It broke.", "Try again.") : okText("21");
    this.run.result(sessionId, callId, { name: "median", origin: ORIGIN, result });
  }

  #delegate(who: number): void {
    const { sessionId, callId } = this.#call(who);
    const child = `s${this.#sessions.length}`;
    this.#sessions.push(child);
    this.run.open(child, AGENTS[who % AGENTS.length] ?? { id: "lead", name: "lead" }, {
      parent: sessionId,
      callId,
      ...(who % 2 === 0 ? { index: who % 4, siblings: 4 } : {}),
    });
    this.run.add({ type: "session.parked", waitingFor: "children", count: 1 }, sessionId);
  }

  #ask(who: number): void {
    const { sessionId, callId } = this.#call(who);
    const questions = [{ question: "Which?", header: "Which", multiSelect: false, options: [] }];
    const waitId = `w${this.#questions}` as never;
    this.#questions += 1;
    this.run.add({ type: "question.asked", waitId, callId: callId as never, questions }, sessionId);
    this.run.add({ type: "session.parked", waitingFor: "person", count: 1 }, sessionId);
  }

  #answer(who: number): void {
    const { sessionId, callId } = this.#call(who);
    const waitId = `w${who % (this.#questions + 1)}` as never;
    const answer = { answers: [{ selected: [], text: "That one", isSkipped: false }] };
    this.run.add({ type: "question.answered", waitId, callId: callId as never, answer }, sessionId);
    this.run.add({ type: "session.resumed" }, sessionId);
  }

  #besides(sessionId: string, who: number): void {
    const bodies = [
      () => this.run.add({ type: "run.paused" }),
      () => this.run.add({ type: "run.resumed" }),
      () => this.run.add({ type: "message.queued", text: `m${who}` }, sessionId),
      () => this.run.add({ type: "message.received", text: `m${who}`, from: "person" }, sessionId),
      () => this.run.add({ type: "session.queued", reason: "all places are taken", position: 2 }, sessionId),
      () =>
        this.run.add({ type: "todos.changed", items: [{ id: 1, text: "Look", isDone: false }] }, sessionId),
      () =>
        this.run.add(
          { type: "turn.retried", turn: 1, attempt: 1, delayMs: 100, reason: "It is busy." },
          sessionId,
        ),
      () => this.run.add({ type: "skill.activated", skill: "csv-figures", revision: "r1" }, sessionId),
    ];
    bodies[who % bodies.length]?.();
  }
}

/** The events of any run; some end, some are still going on. */
export function anyRun(): fc.Arbitrary<readonly RunEvent[]> {
  const step = fc.record({ what: fc.nat({ max: 8 }), who: fc.nat({ max: 40 }), wait: fc.nat({ max: 500 }) });
  return fc
    .record({ steps: fc.array(step, { maxLength: 70 }), isOver: fc.boolean() })
    .map(({ steps, isOver }) => {
      const happenings = new Happenings();
      for (const one of steps) happenings.take(one);
      if (isOver) happenings.run.add({ type: "run.finished", status: "completed", answer: "Done." });
      return happenings.run.events;
    });
}

/** The text of each turn as the stream brings it before the turn ends, in pieces, of which every `lost`-th never comes. */
export function withStream(events: readonly RunEvent[], size: number, lost: number): readonly RunSignal[] {
  let pieces = 0;
  return events.flatMap((event): readonly RunSignal[] => {
    if (event.type !== "turn.finished" || !event.sessionId) return [event];
    const { runId, sessionId, turn } = event;
    const { text } = event.message;
    const stream: RunSignal[] = [];
    for (let offset = 0; offset < text.length; offset += size) {
      pieces += 1;
      if (pieces % lost === 0) continue;
      stream.push({
        type: "text.delta",
        runId,
        sessionId,
        turn,
        offset,
        text: text.slice(offset, offset + size),
      });
    }
    return [...stream, event];
  });
}
