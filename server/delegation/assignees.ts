import type { Agent } from "../contract/org-document.ts";

/**
 * The direct children by the name under which the model may address them: the agent's name, with its id behind a # where
 * names repeat. In drawing order.
 */
export function toAssignees(children: readonly Agent[]): ReadonlyMap<string, Agent> {
  const counts = new Map<string, number>();
  for (const child of children) counts.set(child.name, (counts.get(child.name) ?? 0) + 1);
  return new Map(
    children.map((child) => [
      (counts.get(child.name) ?? 0) > 1 ? `${child.name}#${child.id}` : child.name,
      child,
    ]),
  );
}
