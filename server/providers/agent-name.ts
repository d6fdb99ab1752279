/** What the agent is called whose prompt this is, by the line that each begins with. */
export function agentNameIn(system: string): string {
  return /^You are ([^,.\n]+)/.exec(system)?.[1]?.trim() ?? "the agent";
}
