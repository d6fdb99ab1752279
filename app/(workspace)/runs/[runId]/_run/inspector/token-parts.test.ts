import { describe, expect, it } from "vitest";
import type { TurnSnapshot } from "@/server/contract/api.ts";
import { countTokens, sum, tokenParts } from "./token-parts.ts";

const turn = {
  sections: [
    { kind: "persona", title: "Persona", text: "You turn sources into numbers that can be compared." },
  ],
  tools: [
    { name: "a", description: "Asks a person.", inputSchema: {}, origin: { kind: "builtin", id: "core" } },
    { name: "b", description: "Reads a series.", inputSchema: {}, origin: { kind: "mcp", id: "office" } },
  ],
  messages: [{ role: "user", text: "Compare the prices." }],
} as unknown as TurnSnapshot;

const whole = (counted: number | undefined) =>
  sum(tokenParts(turn, countTokens(turn, counted)), ({ tokens }) => tokens);

describe("the tokens of the parts of a request", () => {
  it("add up to what the provider counted", () => {
    expect(whole(6_699)).toBeCloseTo(6_699);
    const estimate = countTokens(turn, undefined);
    const drawnOut = countTokens(turn, 6_699);
    const shareOf = (counts: typeof estimate, all: number) => sum(turn.tools, counts.tool) / all;
    expect(shareOf(drawnOut, 6_699)).toBeCloseTo(shareOf(estimate, whole(undefined)));
  });

  it("are estimates where nobody counted", () => {
    expect(whole(undefined)).toBeGreaterThan(20);
    expect(whole(0)).toBe(whole(undefined));
  });
});
