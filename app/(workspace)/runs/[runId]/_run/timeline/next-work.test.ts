import { describe, expect, it } from "vitest";
import type { SessionId } from "@/server/contract/ids.ts";
import type { RunView, Span } from "../view/run-view.ts";
import { skipWaiting, workStretches } from "./next-work.ts";

const span = (kind: Span["kind"], from: number, to: number | null): Span => ({ kind, from, to, label: kind });

/** Two sessions: the lead asks a person after it has handed work down. */
const lead = [span("model", 0, 10), span("waiting", 10, 40), span("person", 40, 90), span("model", 90, 95)];
const child = [span("queued", 10, 20), span("tool", 20, 30), span("failed", 30, 40)];

function viewOf(...lanes: readonly (readonly Span[])[]): Pick<RunView, "order" | "sessions"> {
  const order = lanes.map((_, index) => `s${index}` as SessionId);
  const sessions = Object.fromEntries(lanes.map((spans, index) => [`s${index}`, { spans }]));
  return { order, sessions: sessions as unknown as RunView["sessions"] };
}

describe("skipping what is only waiting", () => {
  const stretches = workStretches(viewOf(lead, child));

  it("joins what sessions do at the same time or one after the other", () => {
    expect(stretches).toEqual([
      { from: 0, to: 10 },
      { from: 20, to: 40 },
      { from: 90, to: 95 },
    ]);
  });

  it("leaves moments alone at which somebody works", () => {
    expect([0, 5, 25, 35, 92].map((moment) => skipWaiting(stretches, moment))).toEqual([0, 5, 25, 35, 92]);
  });

  it("goes from where all wait to where the next one begins, and past the end when nobody does", () => {
    expect([12, 40, 60, 95].map((moment) => skipWaiting(stretches, moment))).toEqual([
      20,
      90,
      90,
      Number.POSITIVE_INFINITY,
    ]);
  });

  it("takes work that goes on as lasting", () => {
    const open = workStretches(viewOf([span("model", 0, 5), span("tool", 50, null)]));
    expect(skipWaiting(open, 10)).toBe(50);
    expect(skipWaiting(open, 9_000)).toBe(9_000);
  });
});
