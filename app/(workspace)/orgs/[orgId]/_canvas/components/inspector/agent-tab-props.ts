/** What every view of an agent in the inspector is given. */
export interface AgentTabProps {
  readonly agentId: string;
}
