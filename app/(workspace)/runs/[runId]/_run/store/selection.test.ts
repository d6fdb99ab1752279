import { describe, expect, it } from "vitest";
import { ANALYST, exampleRun } from "../testing/example-run.ts";
import { createRunStore } from "./run-store.ts";
import { selectedAgentId, selectedSession } from "./selection.ts";

function storeWith(count: number) {
  const store = createRunStore((run) => run());
  for (const event of exampleRun().events.slice(0, count)) store.receive(event);
  return store;
}

describe("whose transcript is open", () => {
  it("is the lead's until someone chose", () => {
    expect(selectedSession(storeWith(4).getState())?.sessionId).toBe("s-lead");
  });

  it("is that of an agent chosen before it was called, once it is", () => {
    const store = storeWith(3);
    store.selectAgent(ANALYST.id);
    expect(selectedSession(store.getState())).toBeUndefined();
    for (const event of exampleRun().events.slice(3, 12)) store.receive(event);
    expect(selectedSession(store.getState())?.sessionId).toBe("s-analyst");
    expect(selectedAgentId(store.getState())).toBe(ANALYST.id);
  });

  it("falls back to the lead where an earlier moment does not know the session yet", () => {
    const store = storeWith(20);
    store.select("s-analyst" as never);
    store.lookAt(Date.parse(exampleRun().events[2]?.at ?? ""));
    expect(selectedSession(store.getState())?.sessionId).toBe("s-lead");
  });
});
