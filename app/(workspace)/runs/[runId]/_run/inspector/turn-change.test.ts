import { describe, expect, it } from "vitest";
import type { TurnSnapshot } from "@/server/contract/api.ts";
import { changesText, compareTurns } from "./turn-change.ts";

const tool = (name: string, description = name) => ({
  name,
  description,
  inputSchema: { type: "object" },
  origin: { kind: "builtin", id: "x" },
});
const section = (title: string, text = title) => ({ kind: "skill" as const, title, text });
const user = (text: string) => ({ role: "user" as const, text });
const first = {
  runId: "r",
  sessionId: "s",
  turn: 1,
  sections: [section("persona"), section("old")],
  tools: [tool("a"), tool("gone")],
  messages: [user("1")],
  isSummarised: false,
} as unknown as TurnSnapshot;
const second = {
  ...first,
  turn: 2,
  sections: [section("persona", "other words"), section("csv")],
  tools: [tool("a"), tool("b")],
  messages: [user("1"), user("2")],
} as TurnSnapshot;

describe("a model call beside the one before", () => {
  it("marks sections that came, changed and went", () => {
    expect(compareTurns(second, first).sections.map(({ title, change }) => [title, change])).toEqual([
      ["persona", "changed"],
      ["csv", "added"],
      ["old", "removed"],
    ]);
  });

  it("keeps what a changed part was, and of no other", () => {
    const tools = [tool("a", "other words"), tool("gone")];
    const change = compareTurns({ ...second, tools }, first);
    expect(change.sections.map(({ earlier }) => earlier?.text)).toEqual(["persona", undefined, undefined]);
    expect(change.tools.map(({ earlier }) => earlier?.description)).toEqual(["a", undefined]);
  });

  it("counts what is new, changed and removed", () => {
    const { sections, tools } = compareTurns(second, first);
    expect(changesText(sections)).toBe("1 new, 1 changed, 1 removed");
    expect(changesText(tools)).toBe("1 new, 1 removed");
    expect(changesText(compareTurns(first, first).tools)).toBe("");
  });

  it("marks tools that came and went, and keeps the order in which they were sent", () => {
    expect(compareTurns(second, first).tools.map(({ name, change }) => [name, change])).toEqual([
      ["a", "same"],
      ["b", "added"],
      ["gone", "removed"],
    ]);
  });

  it("marks the messages that were not there yet", () => {
    expect(compareTurns(second, first).messages.map(({ change }) => change)).toEqual(["same", "added"]);
  });

  it("tells messages apart by what they say: where old ones were summed up, the summary is new and they are gone", () => {
    const before = { ...first, messages: ["task", "1", "1", "2"].map(user) } as TurnSnapshot;
    const sent = ["task", "in short", "1", "2", "3", "2"].map(user);
    const after = { ...second, messages: sent, isSummarised: true } as TurnSnapshot;
    const { messages } = compareTurns(after, before);
    expect(messages.filter(({ isSummary }) => isSummary)).toEqual([messages[1]]);
    expect(messages.map(({ message, change }) => [message, change])).toEqual([
      [user("task"), "same"],
      [user("in short"), "added"],
      [user("1"), "removed"],
      [user("1"), "same"],
      [user("2"), "same"],
      [user("3"), "added"],
      [user("2"), "added"],
    ]);
  });

  it("marks nothing in the first turn", () => {
    const { sections, tools, messages } = compareTurns(first, undefined);
    expect([...sections, ...tools, ...messages].every(({ change }) => change === "same")).toBe(true);
  });
});
