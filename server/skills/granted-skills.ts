import type { AgentScope } from "../engine/tool.ts";
import { readActivations } from "./activation.ts";
import type { SkillCatalogue } from "./skill-catalogue.ts";
import type { SkillRecord } from "./skill-record.ts";

/** The usable skills that the agent was granted, in the order in which they were granted. */
export async function findGrantedSkills(
  catalogue: SkillCatalogue,
  scope: AgentScope,
): Promise<readonly SkillRecord[]> {
  const names = [...new Set(scope.agent.skills)];
  const records = await Promise.all(names.map((name) => catalogue.find(name)));
  return records.filter((record) => record !== undefined).filter((record) => record.isUsable);
}

/** Those of the granted skills that this session has activated, in order of activation. */
export function pickActive(
  granted: readonly SkillRecord[],
  messages: AgentScope["messages"],
): readonly SkillRecord[] {
  const byName = new Map(granted.map((record) => [record.name, record]));
  return readActivations(messages)
    .map((activation) => byName.get(activation.skill))
    .filter((record) => record !== undefined);
}
