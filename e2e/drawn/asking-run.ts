import { okText } from "../../server/contract/tool-result.ts";
import { EventScript } from "./event-script.ts";

const BUILTIN = { kind: "builtin", id: "core" };

/** Longer than any window: what is at one end of its transcript is not drawn at the other. */
const TURNS = 60;
const ASKS_AT = TURNS * 10;

export const ASKED = "Which price base should the brief use?";

/** A run whose lead has searched for ten minutes and then asks a person. */
export function askingRun(task: string): EventScript {
  const run = new EventScript("sonnet-5");
  run.open({ id: "lead", agentId: "lead", agentName: "Lead", task, begin: 0 });
  for (let turn = 0; turn < TURNS; turn += 1) {
    const from = turn * 10;
    const call = { callId: `s${turn}`, name: "web_search", origin: BUILTIN, input: { query: task } };
    run.turn("lead", {
      from,
      to: from + 5,
      text: `Source ${turn + 1} says less than its title.`,
      calls: [{ ...call, from: from + 5, to: from + 8, result: okText("14 results") }],
    });
  }
  const questions = [{ question: ASKED, header: "Prices", multiSelect: false, options: [] }];
  const ask = { callId: "ask", name: "ask_user", origin: BUILTIN, input: { questions } };
  run.turn("lead", { from: ASKS_AT, to: ASKS_AT + 4, calls: [{ ...ask, from: ASKS_AT + 4 }] });
  run.add(
    ASKS_AT + 5,
    { type: "question.asked", waitId: "asked" as never, callId: "ask" as never, questions },
    "lead",
  );
  return run.add(ASKS_AT + 5, { type: "session.parked", waitingFor: "person", count: 1 }, "lead");
}
