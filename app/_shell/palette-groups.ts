import type { Command, CommandGroup } from "./command-store.ts";

/** Actions of a found thing that stand in the list themselves; the arrow to the right leads to all of them. */
const SHOWN_ACTIONS = 3;
/** How well a label has to fit before what can be done with it is offered. */
const SURE = 0.8;

/** How well a command fits what was typed, from 0 to 1: words in any order; a hit at the start of the label comes first. */
export function matchScore(_id: string, search: string, keywords: readonly string[] = []): number {
  const wanted = search.replace(/^>/, "").trim().toLowerCase();
  if (wanted === "") return 1;
  const label = (keywords[0] ?? "").toLowerCase();
  if (label.startsWith(wanted)) return 1;
  if (label.includes(wanted)) return SURE;
  const text = keywords.join(" ").toLowerCase();
  return wanted.split(/\s+/).every((word) => text.includes(word)) ? 0.5 : 0;
}

/** What a command is found by, its label first. */
export function keywordsOf({ label, hint, keywords = [] }: Command): string[] {
  return [label, ...(hint ? [hint] : []), ...keywords];
}

/** One group a heading, things to find left out when only commands are wanted. */
export function mergeGroups(groups: readonly CommandGroup[], isDoOnly: boolean): readonly CommandGroup[] {
  const merged = new Map<string, CommandGroup>();
  for (const group of groups) {
    if ((isDoOnly && group.kind !== "do") || group.commands.length === 0) continue;
    const before = merged.get(group.heading);
    merged.set(
      group.heading,
      before ? { ...before, commands: [...before.commands, ...group.commands] } : group,
    );
  }
  return [...merged.values()];
}

/** What can be done with the thing that fits best what was typed; nothing where none fits by its name. */
export function foundActions(groups: readonly CommandGroup[], search: string): CommandGroup {
  const candidates = groups.flatMap(({ commands }) => commands.filter(({ actions }) => actions));
  const scored = candidates.map((command) => ({
    command,
    score: matchScore("", search, keywordsOf(command)),
  }));
  const [best] = scored.toSorted((left, right) => right.score - left.score);
  const isFound = search.trim() !== "" && best !== undefined && best.score >= SURE;
  const actions = isFound ? (best.command.actions?.() ?? []) : [];
  return { heading: "Do", kind: "do", commands: actions.slice(0, SHOWN_ACTIONS) };
}

/** What Ctrl-Enter does with a thing: the one of its actions that has this key. */
export function runAction(command: Command | undefined): Command | undefined {
  return command?.actions?.().find(({ keys }) => keys?.join() === "Mod,⏎");
}
