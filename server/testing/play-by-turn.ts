import type { ModelHandler, ModelScript, ModelServerRequest } from "./model-script.ts";

export type PlayedTurn = ModelScript | ((request: ModelServerRequest) => ModelScript | Promise<ModelScript>);

/**
 * Answers each agent by its own script, one entry a turn. Agents are told apart by their persona, as `drawOrg` writes it.
 * What is played depends on the transcript alone: a turn that is asked for again, after a crash, gets the same answer.
 */
export function playByTurn(scripts: Readonly<Record<string, readonly PlayedTurn[]>>): ModelHandler {
  return (request) => {
    const agent = agentOf(request);
    const turn = request.messages.filter((message) => message.role === "assistant").length;
    const played = scripts[agent]?.[turn];
    if (played === undefined) throw new Error(`${agent} has nothing to say in turn ${turn + 1}.`);
    return typeof played === "function" ? played(request) : played;
  };
}

/** For an org of `lead > a`: the lead hands one task down and answers with what comes back; `a` plays these turns. */
export function playBelowLead(turns: readonly PlayedTurn[]): ModelHandler {
  return playByTurn({
    lead: [
      { calls: [{ name: "delegate_to", input: { assignee: "a", task: "Find out" } }] },
      (request) => ({ text: lastResult(request) }),
    ],
    a: turns,
  });
}

/** The name of the agent who asks. */
export function agentOf({ system }: ModelServerRequest): string {
  return /Persona of ([\w-]+)\./.exec(system)?.[1] ?? "nobody";
}

/** The text of the last result that a request carries. */
export function lastResult({ messages }: ModelServerRequest): string {
  const last = messages.findLast((message) => message.role === "tool");
  return last?.role === "tool" ? last.text : "";
}
