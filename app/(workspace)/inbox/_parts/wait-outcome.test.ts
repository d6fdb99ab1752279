import { describe, expect, it } from "vitest";
import type { AnsweredWait } from "@/server/contract/api.ts";
import { ALLOW_ONCE, ALWAYS_LABELS, DENY } from "@/server/contract/approval.ts";
import { STORED_ANSWER } from "@/server/contract/secrets.ts";
import { waitOutcome } from "./wait-outcome.ts";

const skipped = { selected: [], text: "", isSkipped: true };
const choosing = (label: string, text = "") => ({ selected: [label], text, isSkipped: false });
const outcome = (kind: AnsweredWait["kind"], ...answers: AnsweredWait["answer"]["answers"]) =>
  waitOutcome({ kind, answer: { answers } });

describe("how a request ended", () => {
  it("tells what a person decided about a call", () => {
    expect(outcome("approval", choosing(ALLOW_ONCE))).toEqual({ kind: "allowed", word: "Allowed once" });
    const always = (["run", "agent", "org"] as const).map((reach) =>
      outcome("approval", choosing(ALWAYS_LABELS[reach])),
    );
    expect(always).toEqual([
      { kind: "allowed", word: "Allowed for this run" },
      { kind: "allowed", word: "Allowed for good" },
      { kind: "allowed", word: "Allowed for every agent" },
    ]);
    expect(outcome("approval", choosing(DENY, "Too much"))).toEqual({ kind: "refused", word: "Denied" });
  });

  it("tells a no of a person from the time that ran out", () => {
    expect(outcome("approval", skipped)).toEqual({
      kind: "refused",
      word: "Denied, nobody answered in time",
    });
  });

  it("repeats what was answered to questions, and says what was passed over", () => {
    const both = outcome("question", choosing("Prices of 2025"), {
      ...choosing("Other"),
      text: "and a table",
    });
    expect(both).toEqual({ kind: "told", word: "Prices of 2025; Other, and a table" });
    expect(outcome("question", skipped, skipped)).toEqual({ kind: "skipped", word: "Skipped" });
    expect(outcome("question", choosing("Yes"), skipped).word).toBe("Yes; Skipped");
  });

  it("never repeats anything of a secret", () => {
    expect(outcome("secret", ...STORED_ANSWER.answers)).toEqual({
      kind: "told",
      word: "Stored in the vault",
    });
    expect(outcome("secret", skipped)).toEqual({ kind: "skipped", word: "Not given" });
  });
});
