import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionId } from "@/server/contract/ids.ts";
import type { RunSignal } from "@/server/contract/run-event.ts";
import { ANALYST, exampleRun, LEAD, SCOUT } from "../testing/example-run.ts";
import { RunRecorder } from "../testing/record-run.ts";
import { callOf } from "./call-book.ts";
import { EMPTY_RUN_VIEW } from "./empty-run-view.ts";
import { foldRun, foldSignals } from "./fold-run.ts";
import { lineKey, type RunView } from "./run-view.ts";

const events = exampleRun().events;
const whole = foldSignals(EMPTY_RUN_VIEW, events);

function upTo(isLast: (event: (typeof events)[number]) => boolean): RunView {
  const index = events.findIndex(isLast);
  if (index < 0) throw new Error("no such event");
  return foldSignals(EMPTY_RUN_VIEW, events.slice(0, index + 1));
}
const session = (view: RunView, id: string) => {
  const found = view.sessions[id as SessionId];
  if (!found) throw new Error(`no session ${id}`);
  return found;
};

describe("the picture of a run", () => {
  it("is the same for every chunking, duplicate and reconnect", () => {
    const deliveries = fc.array(
      fc.record({ back: fc.nat({ max: 8 }), take: fc.integer({ min: 1, max: 14 }) }),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(deliveries, (steps) => {
        let view = EMPTY_RUN_VIEW;
        for (const { back, take } of [
          ...steps,
          ...Array.from({ length: events.length }, () => ({ back: 2, take: 20 })),
        ]) {
          const from = Math.max(0, view.seq - back);
          view = foldSignals(view, events.slice(from, from + back + take));
        }
        expect(view).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  it("is the same one event at a time as in one batch", () => {
    expect(events.reduce<RunView>(foldRun, EMPTY_RUN_VIEW)).toEqual(whole);
  });

  it("never changes a view that was handed out", () => {
    let view = EMPTY_RUN_VIEW;
    for (const event of events) {
      const before = structuredClone(view);
      const next = foldRun(view, event);
      expect(view).toEqual(before);
      view = next;
    }
  });

  it("waits for a missing event instead of leaving a gap", () => {
    const view = foldSignals(EMPTY_RUN_VIEW, events.slice(0, 5));
    expect(foldSignals(view, events.slice(7))).toBe(view);
  });

  it("keeps the reference of every session that nothing happened to", () => {
    const before = upTo((event) => event.type === "session.finished");
    const after = foldSignals(before, events.slice(before.seq, before.seq + 2));
    expect(session(after, "s-analyst")).toBe(session(before, "s-analyst"));
    expect(session(after, "s-lead")).not.toBe(session(before, "s-lead"));
  });
});

describe("streamed text", () => {
  const TEXT = "Heat from data centres settles at a third below gas.";
  const opened = new RunRecorder().start("Compare").open("s-lead", LEAD).beginTurn("s-lead");
  const base = foldSignals(EMPTY_RUN_VIEW, opened.events);

  it("reads the same however it is cut and repeated", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.nat({ max: 5 }), (size, repeat) => {
        const pieces = opened.stream("s-lead", TEXT, size);
        const signals = pieces.flatMap((piece, index) => [
          ...pieces.slice(Math.max(0, index - repeat), index),
          piece,
        ]);
        expect(session(foldSignals(base, signals), "s-lead").stream?.text).toBe(TEXT);
      }),
    );
  });

  it("joins a piece that overlaps what is known", () => {
    const [first] = opened.stream("s-lead", TEXT, 10);
    const [again] = opened.stream("s-lead", TEXT, 25);
    expect(session(foldSignals(base, [first!, again!]), "s-lead").stream?.text).toBe(TEXT.slice(0, 25));
  });

  it("marks a piece that was missed", () => {
    const pieces = opened.stream("s-lead", TEXT, 10);
    expect(session(foldSignals(base, [pieces[0]!, pieces[2]!]), "s-lead").stream?.text).toBe(
      `${TEXT.slice(0, 10)} … ${TEXT.slice(20, 30)}`,
    );
  });

  it("ignores what comes after the turn has ended", () => {
    const piece = opened.stream("s-lead", TEXT, 10)[0]!;
    const ended = new RunRecorder()
      .start("Compare")
      .open("s-lead", LEAD)
      .beginTurn("s-lead")
      .endTurn("s-lead", TEXT);
    expect(session(foldSignals(EMPTY_RUN_VIEW, [...ended.events, piece]), "s-lead").stream).toBeNull();
  });

  it("leaves nothing behind once the events have come", () => {
    const signals: RunSignal[] = events.flatMap((event): RunSignal[] =>
      event.type === "turn.finished" && event.sessionId
        ? [
            {
              type: "text.delta" as const,
              runId: event.runId,
              sessionId: event.sessionId,
              turn: event.turn,
              offset: 0,
              text: event.message.text,
            },
            event,
          ]
        : [event],
    );
    expect(foldSignals(EMPTY_RUN_VIEW, signals)).toEqual(whole);
  });
});

describe("what an agent is doing", () => {
  it("is queued until its first turn begins, then thinking", () => {
    expect(
      session(
        upTo((event) => event.type === "session.started"),
        "s-lead",
      ).state,
    ).toBe("queued");
    expect(
      session(
        upTo((event) => event.type === "turn.started"),
        "s-lead",
      ).state,
    ).toBe("thinking");
  });

  it("is calling a tool while a call is open", () => {
    const view = upTo((event) => event.type === "tool_call" && event.name === "median");
    expect(session(view, "s-analyst")).toMatchObject({ state: "calling", openCalls: ["a1"] });
    expect(callOf(session(view, "s-analyst"), "a1" as never)?.state).toBe("running");
  });

  it("waits for three agents and counts those that are back", () => {
    expect(
      session(
        upTo((event) => event.type === "session.parked" && event.count === 3),
        "s-lead",
      ),
    ).toMatchObject({ state: "waiting-children", children: { total: 3, back: 0, failed: 0 } });
    expect(
      session(
        upTo((event) => event.type === "session.finished" && event.sessionId === "s-scout-1"),
        "s-lead",
      ).children,
    ).toEqual({ total: 3, back: 1, failed: 1 });
  });

  it("waits for a person until the first answer, and so does the run", () => {
    const asked = upTo((event) => event.type === "session.parked" && event.waitingFor === "person");
    expect(session(asked, "s-lead").state).toBe("waiting-person");
    expect(asked.status).toBe("waiting");
    const answered = upTo((event) => event.type === "question.answered");
    expect(session(answered, "s-lead").state).not.toBe("waiting-person");
    expect(answered.status).toBe("running");
    expect(answered.questions[0]?.answer?.answers[0]?.selected).toEqual(["MWh"]);
  });

  it("ends done or failed with its reason", () => {
    expect(session(whole, "s-lead").state).toBe("done");
    expect(session(whole, "s-scout-0")).toMatchObject({
      state: "failed",
      error: "The file could not be read.",
    });
  });

  it("is stopped when the run ends before it does", () => {
    const run = new RunRecorder()
      .start("Compare")
      .open("s-lead", LEAD)
      .beginTurn("s-lead")
      .add({ type: "run.finished", status: "cancelled", answer: "" });
    const view = foldSignals(EMPTY_RUN_VIEW, run.events);
    expect(session(view, "s-lead").state).toBe("stopped");
    expect(session(view, "s-lead").spans.every((span) => span.to !== null)).toBe(true);
  });
});

describe("what travels on a line", () => {
  it("is counted down when a session opens and up when it ends", () => {
    expect(whole.lines[lineKey(LEAD.id, SCOUT.id)]).toMatchObject({ down: 3, up: 3 });
    expect(whole.lines[lineKey(LEAD.id, ANALYST.id)]).toMatchObject({
      down: 1,
      up: 1,
      pulse: { direction: "up" },
    });
  });
});

describe("the transcript of a session", () => {
  it("holds messages, texts and calls in order", () => {
    expect(session(whole, "s-analyst").transcript.map((entry) => entry.kind)).toEqual([
      "message",
      "text",
      "call",
      "text",
    ]);
  });

  it("gives a call its result, its time and its files", () => {
    expect(callOf(session(whole, "s-analyst"), "a1" as never)).toMatchObject({
      state: "done",
      durationMs: 1_200,
      logs: "read 21 rows",
      artifacts: [{ name: "medians.csv" }],
    });
  });
});

describe("how long a call took", () => {
  it("is as long as the agents it called, not as its own part", () => {
    const call = callOf(session(whole, "s-lead"), "c2" as never);
    const began = events.find((event) => event.type === "tool_call" && event.callId === "c2");
    const ended = events.find((event) => event.type === "tool_result" && event.callId === "c2");
    expect(call?.durationMs).toBe(Date.parse(ended?.at ?? "") - Date.parse(began?.at ?? ""));
  });
});

describe("the numbers of a run", () => {
  it("add up over all turns", () => {
    const turns = events.filter((event) => event.type === "turn.finished").length;
    expect(whole.usage.inputTokens).toBe(turns * 1_000);
    expect(whole.usage.cost).toBeCloseTo(turns * 0.01);
  });

  it("leave no lane open when the run is over", () => {
    expect(
      Object.values(whole.sessions)
        .flatMap((one) => one.spans)
        .filter((span) => span.to === null),
    ).toEqual([]);
  });
});
