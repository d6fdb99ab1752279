import { okText } from "../../server/contract/tool-result.ts";
import { EventScript, type ScriptedCall } from "./event-script.ts";

const BUILTIN = { kind: "builtin", id: "core" };
const DELEGATION = { kind: "delegation", id: "delegation" };

export interface SimpleRun {
  readonly task: string;
  /** Times all seconds. */
  readonly pace: number;
  /** Second tool of the researcher: what makes one run differ from another. */
  readonly tool: string;
  /** Other than completed: it breaks off in its middle, and `answer` says why. */
  readonly ends: "completed" | "failed" | "cancelled";
  readonly answer: string;
}

type Stretch = readonly [from: number, to: number];

/** A run that is over: a lead, a researcher who searches, a writer. */
export function simpleRun({ task, pace, tool, ends, answer }: SimpleRun): EventScript {
  const run = new EventScript("sonnet-5");
  const at = (second: number) => Math.round(second * pace * 10) / 10;
  const call = (
    what: Pick<ScriptedCall, "callId" | "name" | "input">,
    [from, to]: Stretch,
  ): ScriptedCall => ({
    ...what,
    origin: what.name === "delegate_to" ? DELEGATION : BUILTIN,
    from: at(from),
    to: at(to),
    result: okText("Done."),
  });
  const turn = (
    session: string,
    [from, to]: Stretch,
    said: { text: string; calls?: readonly ScriptedCall[] },
  ) => run.turn(session, { from: at(from), to: at(to), ...said });
  const delegate = (child: readonly [id: string, name: string], work: string, stretch: Stretch) => {
    const [id, agentName] = child;
    const callId = `delegate-${id}`;
    const input = { assignee: agentName, task: work };
    const asked = call({ callId, name: "delegate_to", input }, stretch);
    turn("lead", [stretch[0] - 8, stretch[0]], { text: `${agentName} is next.`, calls: [asked] });
    const begin = at(stretch[0]);
    run.open({ id, agentId: id, agentName, parent: "lead", callId, task: work, begin });
    run.park("lead", { from: begin, to: at(stretch[1]), count: 1 });
  };

  run.open({ id: "lead", agentId: "lead", agentName: "Lead", task, begin: 0 });
  delegate(["researcher", "Researcher"], "Find three sources that can be cited.", [8, 44]);
  const search = call({ callId: "r1", name: "web_search", input: { query: task } }, [16, 24]);
  const second = call({ callId: "r2", name: tool, input: { query: task } }, [30, 38]);
  turn("researcher", [9, 16], { text: "I search first.", calls: [search] });
  turn("researcher", [24, 30], { text: "Two look good.", calls: [second] });
  turn("researcher", [38, 44], { text: "Three sources hold." });
  run.close("researcher", { at: at(44), outcome: "completed", answer: "Three sources hold." });
  if (ends !== "completed") return run.close("lead", { at: at(46), outcome: ends, error: answer });
  delegate(["writer", "Writer"], "Two pages.", [52, 66]);
  turn("writer", [53, 65], { text: "Two pages stand." });
  run.close("writer", { at: at(66), outcome: "completed", answer: "Two pages stand." });
  turn("lead", [66, 74], { text: answer });
  return run.close("lead", { at: at(74), outcome: "completed", answer });
}
