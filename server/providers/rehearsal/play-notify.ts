import { reportsOf } from "./play-delegation.ts";
import type { Situation } from "./read-situation.ts";
import type { RehearsalTurn } from "./rehearsal-prompt.ts";
import { firstLine } from "./render-call.ts";
import { originalTask } from "./write-brief.ts";

const asked = /\b(?:notify|alert) (?:me|us)\b|\blet (?:me|us) know\b/i;

/** Tells the person that the work is done, once, when the task tells the lead to. */
export function playNotify(situation: Situation): RehearsalTurn | undefined {
  const { task, tools, past, hasParent } = situation;
  if (hasParent || !asked.test(task)) return undefined;
  if (!tools.some(({ name }) => name === "notify") || past.some(({ name }) => name === "notify"))
    return undefined;
  const title = `Done: ${firstLine(originalTask(task))}`.slice(0, 100).trim();
  const names = reportsOf(situation).map(({ name }) => name);
  const body = names.length === 0 ? "The answer is in the run." : `With results of ${names.join(", ")}.`;
  return {
    text: "That is done; I say so before I answer.",
    calls: [{ name: "notify", input: { title, body: body.slice(0, 500) } }],
  };
}
