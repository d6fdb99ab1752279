import type { AgentScope } from "../engine/tool.ts";
import { readActivations } from "./activation.ts";
import type { SkillCatalogue } from "./skill-catalogue.ts";
import type { SkillRecord } from "./skill-record.ts";
import type { SkillRevisions } from "./skill-revisions.ts";

/** The skills of one session. */
export interface SessionSkills {
  /** What may be activated: the usable skills that the agent was granted, in the order in which they were granted. */
  readonly granted: readonly SkillRecord[];
  /** What is active, in order of activation, each at the revision that it was activated at. */
  readonly active: readonly SkillRecord[];
}

export interface SkillLibrary {
  readonly catalogue: SkillCatalogue;
  readonly revisions: SkillRevisions;
}

const NONE: SessionSkills = { granted: [], active: [] };

/**
 * Reads from grants and transcript which skills a session has. An active skill stays as it was activated, whatever happens to its
 * folder. Where the copy is gone (another machine, a data folder that was cleared) the skill as it is now stands in.
 */
export async function findSessionSkills(
  { catalogue, revisions }: SkillLibrary,
  scope: Pick<AgentScope, "agent" | "messages">,
): Promise<SessionSkills> {
  if (scope.agent.skills.length === 0) return NONE;
  const names = [...new Set(scope.agent.skills)];
  const current = await Promise.all(names.map((name) => catalogue.find(name)));
  const usable = new Map(
    current.flatMap((record) => (record?.isUsable ? [[record.name, record] as const] : [])),
  );
  const activations = readActivations(scope.messages).filter(({ skill }) => names.includes(skill));
  const kept = await Promise.all(
    activations.map(
      async ({ skill, revision }) => (await revisions.find(skill, revision)) ?? usable.get(skill),
    ),
  );
  const active = kept.filter((record) => record !== undefined);
  const byName = new Map(active.map((record) => [record.name, record]));
  const granted = names
    .map((name) => usable.get(name) ?? byName.get(name))
    .filter((record) => record !== undefined);
  return { granted, active };
}
