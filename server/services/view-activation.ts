import { estimateTokenCount } from "tokenx";
import { AppError } from "../contract/app-error.ts";
import { type OrgDocument, orgDocumentSchema } from "../contract/org-document.ts";
import type { SeenByModel, SkillActivation, SkillActivationInput } from "../contract/skill-activation.ts";
import type { PromptSource } from "../engine/ports.ts";
import { assemblePrompt, renderPrompt } from "../engine/system-prompt.ts";
import type { AgentScope } from "../engine/tool.ts";
import { assembleTools, toListedTool } from "../engine/tool-registry.ts";
import type { OrgStore } from "../store/orgs/org-store.ts";
import { type ArrayDeps, activationsOf, toScope } from "./effective-tools.ts";
import { createToolGates } from "./tool-rules.ts";

export interface ActivationDeps extends ArrayDeps {
  readonly promptSources: readonly PromptSource[];
  readonly orgs: Pick<OrgStore, "find">;
  isUsable(skill: string): Promise<boolean>;
}

/**
 * Prompt and tool array of an agent before and after it activates a skill, put together as a run puts them together. An agent
 * that was not granted the skill is shown as if it were. Throws `not_found`, and `invalid` for a skill that does not load.
 */
export async function viewActivation(
  deps: ActivationDeps,
  { name, agent }: SkillActivationInput,
): Promise<SkillActivation> {
  if (!(await deps.isUsable(name))) throw new AppError("invalid", `${name} does not load: no model sees it.`);
  const document = agent ? await findDocument(deps, agent.org) : soleAgent();
  const scope = toScope(withSkill(document, agent?.id ?? SOLE, name), agent?.id ?? SOLE);
  const [before, after] = await Promise.all([
    see(deps, scope),
    see(deps, { ...scope, messages: activationsOf([name]) }),
  ]);
  return { agentName: scope.agent.name, before, after };
}

const SOLE = "agent";

function soleAgent(): OrgDocument {
  const agents = [{ id: SOLE, name: "Agent", persona: "", position: { x: 0, y: 0 } }];
  return orgDocumentSchema.parse({ name: "Agent", agents, lines: [] });
}

async function findDocument({ orgs }: ActivationDeps, org: string): Promise<OrgDocument> {
  const found = await orgs.find(org);
  if (!found) throw new AppError("not_found", "There is no such org.");
  return found.document;
}

function withSkill(document: OrgDocument, agentId: string, skill: string): OrgDocument {
  const agents = document.agents.map((agent) =>
    agent.id === agentId && !agent.skills.includes(skill)
      ? { ...agent, skills: [...agent.skills, skill] }
      : agent,
  );
  return { ...document, agents };
}

async function see(deps: ActivationDeps, scope: AgentScope): Promise<SeenByModel> {
  const gate = await createToolGates(deps.read).gateFor(scope);
  const [sections, tools] = await Promise.all([
    assemblePrompt(deps.promptSources, scope),
    assembleTools(
      deps.sources.map(({ source }) => source),
      scope,
      gate,
    ),
  ]);
  return {
    sections: sections.map((section) => ({
      ...section,
      tokens: estimateTokenCount(renderPrompt([section])),
    })),
    tools: [...tools.values()].map((tool) => {
      const { name, description, inputSchema } = tool;
      return {
        ...toListedTool(tool),
        tokens: estimateTokenCount(JSON.stringify({ name, description, inputSchema })),
      };
    }),
  };
}
