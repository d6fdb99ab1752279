import { describe, expect, it } from "vitest";
import type { TurnSnapshot } from "@/server/contract/api.ts";
import { cacheReach } from "./cache-reach.ts";
import type { TokenCounts } from "./token-parts.ts";

const tool = (name: string) => ({
  name,
  description: name,
  inputSchema: {},
  origin: { kind: "mcp", id: "x" },
});
const section = (text: string) => ({ kind: "skill", title: text, text });
const user = (text: string) => ({ role: "user", text });
const turnOf = (tools: string, sections: string, messages: string) =>
  ({
    tools: [...tools].map(tool),
    sections: [...sections].map(section),
    messages: [...messages].map(user),
  }) as unknown as TurnSnapshot;
/** Each part has a hundred tokens. */
const counts: TokenCounts = { tool: () => 100, section: () => 100, message: () => 100 };
const before = turnOf("ab", "pq", "1");

const reach = (turn: TurnSnapshot, cached: number, earlier: TurnSnapshot | undefined = before) =>
  cacheReach({ turn, before: earlier, counts, cached });

describe("how far the cache reached", () => {
  it("is up to the tool that came in, and that is the reason", () => {
    expect(reach(turnOf("axb", "pq", "12"), 100)).toEqual({
      anew: { kind: "tool", index: 1, text: expect.any(String), tokens: 100 },
      sentence: "Read from cache up to about the dashed line, tools first; the tool array changed.",
    });
  });

  it("is up to a section that is another one, although tokens were counted a little differently", () => {
    for (const cached of [270, 300, 330]) {
      const { anew, sentence } = reach(turnOf("ab", "pz", "12"), cached);
      expect(anew).toMatchObject({ kind: "section", index: 1 });
      expect(sentence).toContain("; the prompt changed.");
    }
  });

  it("is never behind the first difference", () => {
    expect(reach(turnOf("ax", "pq", "12"), 400).anew).toMatchObject({ kind: "tool", index: 1 });
  });

  it("is up to the new messages where the rest stayed", () => {
    const { anew, sentence } = reach(turnOf("ab", "pq", "12"), 500);
    expect(anew).toMatchObject({ kind: "message", index: 1 });
    expect(sentence).toContain("; the messages behind it are new.");
  });

  it("finds that a tool was taken away", () => {
    const { anew, sentence } = reach(turnOf("a", "pq", "12"), 100);
    expect(anew).toMatchObject({ kind: "section", index: 0 });
    expect(sentence).toContain("; the tool array changed.");
  });

  it("gives no reason where nothing changed that early, or there is no turn before", () => {
    const sentence = "Read from cache up to about the dashed line, tools first.";
    expect(reach(turnOf("ab", "pq", "12"), 200)).toMatchObject({
      anew: { kind: "section", index: 0 },
      sentence,
    });
    expect(cacheReach({ turn: before, before: undefined, counts, cached: 200 }).sentence).toBe(sentence);
  });

  it("has no place where nothing was cached, or all", () => {
    expect(reach(turnOf("x", "pq", "1"), 0)).toEqual({
      anew: null,
      sentence: "Nothing was read from cache; the tool array changed.",
    });
    expect(reach(before, 500)).toEqual({
      anew: null,
      sentence: "All of it, or nearly, was read from cache.",
    });
  });
});
