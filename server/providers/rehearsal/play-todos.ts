import type { Json } from "../../contract/json.ts";
import { assigneesOf, reportsOf } from "./play-delegation.ts";
import type { Situation } from "./read-situation.ts";
import type { PlannedCall, RehearsalTurn } from "./rehearsal-prompt.ts";
import { roleOfChild } from "./write-brief.ts";

/** Items of a list that people can still read. */
const MAX_ITEMS = 40;

/** Writes the plan down before the first delegation: one item for each child. */
export function playPlan(situation: Situation): RehearsalTurn | undefined {
  const children = assigneesOf(situation);
  if (children.length === 0 || !has(situation, "set_todos") || was(situation, "set_todos")) return undefined;
  const items: Json = children.slice(0, MAX_ITEMS).map((child) => itemFor(child, situation));
  return {
    text: "First the plan: one item for each colleague.",
    calls: [{ name: "set_todos", input: { items } }],
  };
}

/** Ticks off what came back; items of children that failed stay open. */
export function playTicks(situation: Situation): RehearsalTurn | undefined {
  if (!has(situation, "complete_todo") || was(situation, "complete_todo")) return undefined;
  const written = situation.past.findLast(({ name, isError }) => name === "set_todos" && !isError);
  if (!written) return undefined;
  const done = reportsOf(situation)
    .filter(({ isError }) => !isError)
    .map(({ name }) => name);
  const children = assigneesOf(situation);
  const calls = children.flatMap((child, index): readonly PlannedCall[] =>
    done.includes(child)
      ? [{ name: "complete_todo", input: { id: idOf(itemFor(child, situation), written.text) ?? index + 1 } }]
      : [],
  );
  return calls.length > 0 ? { text: "Their results are here; I tick them off.", calls } : undefined;
}

function itemFor(child: string, situation: Situation): string {
  const role = roleOfChild(child, situation);
  return (role ? `${child}: ${role}` : child).slice(0, 200);
}

/** The number under which the list shows the item. */
function idOf(item: string, list: string): number | undefined {
  const line = list.split("\n").find((candidate) => candidate.includes(item));
  const number = /\d+/.exec(line ?? "");
  return number ? Number(number[0]) : undefined;
}

function has({ tools }: Situation, tool: string): boolean {
  return tools.some(({ name }) => name === tool);
}

function was({ past }: Situation, tool: string): boolean {
  return past.some(({ name }) => name === tool);
}
