import type { Agent } from "@/server/contract/org-document.ts";

/** Agents whose name or role has every word that was typed: names that begin with it first, then the lead, then as they are drawn. */
export function foundAgents(
  agents: readonly Agent[],
  leadId: string | undefined,
  text: string,
): readonly Agent[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const rank = ({ id, name }: Agent): number =>
    wanted !== "" && name.toLowerCase().startsWith(wanted) ? 0 : id === leadId ? 1 : 2;
  return agents
    .filter(({ name, role }) => words.every((word) => `${name} ${role}`.toLowerCase().includes(word)))
    .toSorted((one, other) => rank(one) - rank(other));
}
