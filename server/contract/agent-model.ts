import type { Agent, ModelChoice } from "./org-document.ts";

/** The provider of agents that are seats of people. */
export const PERSON_PROVIDER = "person";

/** What such an agent has for its model. */
export const PERSON_MODEL: ModelChoice = { provider: PERSON_PROVIDER, model: "person" };

/** Said in place of asking people, where a provider that was added before there were seats has their id. */
export const SEAT_ID_TAKEN = `The id "${PERSON_PROVIDER}" is that of people's seats now, and a provider of your own has it. Add that provider under another name in Settings, Models, choose it for its agents, then remove the old one.`;

/** Whether a person sits there: what it is given is put to people. */
export function isSeat({ model }: Pick<Agent, "model">): boolean {
  return model.provider === PERSON_PROVIDER;
}

/** What an agent speaks with in a run: what the run says for all, but no model takes the seat of a person. */
export function modelOf(agent: Pick<Agent, "model">, forAll: ModelChoice | null | undefined): ModelChoice {
  return forAll && !isSeat(agent) ? forAll : agent.model;
}
