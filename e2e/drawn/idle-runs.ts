import { EventScript } from "./event-script.ts";

const SEARCH = { callId: "s1", name: "web_search", origin: { kind: "builtin", id: "core" } };

/** A run that somebody held while its lead waited for a researcher and that one for a search. */
export function heldRun(task: string): EventScript {
  const run = new EventScript("sonnet-5");
  const work = "Find three sources that can be cited.";
  const asked = {
    callId: "d1",
    name: "delegate_to",
    origin: { kind: "delegation", id: "delegation" },
    input: { assignee: "Researcher", task: work },
    from: 8,
  };
  run.open({ id: "lead", agentId: "lead", agentName: "Lead", task, begin: 0 });
  run.turn("lead", { from: 0, to: 8, text: "Researcher is next.", calls: [asked] });
  run.open({
    id: "researcher",
    agentId: "researcher",
    agentName: "Researcher",
    parent: "lead",
    callId: "d1",
    task: work,
    begin: 8,
  });
  run.park("lead", { from: 8, count: 1 });
  const search = { ...SEARCH, input: { query: task }, from: 16, to: 21 };
  return run.turn("researcher", { from: 9, to: 16, text: "I search first.", calls: [search] });
}

/** Seconds of `waitingRun` from which on nobody works, and at which somebody does again. */
export const WAITING = { from: 3, to: 63 } as const;

/** A run in which nobody does anything for a minute. */
export function waitingRun(task: string): EventScript {
  const run = new EventScript("sonnet-5");
  run.open({ id: "lead", agentId: "lead", agentName: "Lead", task, begin: 0 });
  run.turn("lead", { from: 0, to: WAITING.from, text: "I wait." });
  run.park("lead", { ...WAITING, count: 1 });
  run.turn("lead", { from: WAITING.to, to: 90, text: "It came." });
  return run.close("lead", { at: 90, outcome: "completed", answer: "It came." });
}
