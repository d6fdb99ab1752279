import type { AuditFilter, AuditPage } from "../contract/audit.ts";
import type { OrgDocument } from "../contract/org-document.ts";
import type { Services } from "../contract/services.ts";
import type { ToolExplanation, ToolQuestion, VerdictStep } from "../contract/tool-verdict.ts";
import { toListedTool } from "../engine/tool-registry.ts";
import type { Database } from "../store/database.ts";
import { listAudit } from "../store/rules/audit-store.ts";
import { listGrants, removeGrant } from "../store/rules/grant-store.ts";
import type { RuleStore } from "../store/rules/rule-store.ts";
import {
  type ArrayDeps,
  effectiveTools,
  everyTool,
  offeredTools,
  toolArray,
  toScope,
} from "./effective-tools.ts";
import { exportAudit } from "./export-audit.ts";
import type { HideSecrets } from "./hide-secrets.ts";
import { saveToolPolicy } from "./save-tool-policy.ts";
import type { ToolDesk } from "./tool-desk.ts";

export interface ToolServicesDeps extends ArrayDeps {
  readonly database: Database;
  readonly rules: RuleStore;
  readonly desk: ToolDesk;
  readonly hide: HideSecrets;
  /** Names of the skills that can be used. */
  usableSkills(): Promise<readonly string[]>;
  /** Tells every process that the rules changed. */
  rulesChanged(): void;
}

type ToolServices = Pick<
  Services,
  | "effectiveTools"
  | "toolArray"
  | "explainTool"
  | "listBuiltinTools"
  | "listPlannedTools"
  | "listToolboxes"
  | "createToolbox"
  | "updateToolbox"
  | "removeToolbox"
  | "getToolPolicy"
  | "saveToolPolicy"
  | "listGrants"
  | "removeGrant"
  | "listAudit"
  | "exportAudit"
>;

/** Who may call what: toolboxes, policy, lasting permissions, the audit, and why a tool is or is not there. */
export function createToolServices(deps: ToolServicesDeps): ToolServices {
  const { database, desk, rules, hide } = deps;
  const audit = async (filter: AuditFilter): Promise<AuditPage> => hide(await listAudit(database, filter));
  return {
    effectiveTools: (document, agentId) => effectiveTools(deps, document, agentId),
    toolArray: (document, agentId) => toolArray(deps, document, agentId),
    explainTool: (document, agentId, asked) => explainTool(deps, { document, agentId, ...asked }),
    async listBuiltinTools() {
      return (await everyTool(deps.sources, await deps.usableSkills())).map(toListedTool);
    },
    listPlannedTools: () => desk.listPlanned(),
    listToolboxes: () => desk.listToolboxes(),
    createToolbox: (input, actor = PERSON) => desk.create(input, actor),
    updateToolbox: (input, actor = PERSON) => desk.update(input, actor),
    removeToolbox: (id, actor = PERSON) => desk.remove(id, actor),
    getToolPolicy: async () => (await rules.current()).policy,
    saveToolPolicy: (input, actor = PERSON) => saveToolPolicy(deps, input, actor),
    listGrants: () => listGrants(database),
    async removeGrant(id, actor = PERSON) {
      await removeGrant(database, id, actor);
      deps.rulesChanged();
    },
    listAudit: audit,
    exportAudit: (format) => exportAudit(audit, format),
  };
}

/** There is no sign-in: who reaches the server may use it. */
const PERSON = "A person";

interface Asked extends ToolQuestion {
  readonly document: OrgDocument;
  readonly agentId: string;
}

async function explainTool(
  deps: ToolServicesDeps,
  { document, agentId, tool: name, request }: Asked,
): Promise<ToolExplanation> {
  const { offered, scope } = await offeredTools(deps, toScope(document, agentId, { request }));
  const head = { agentId, agentName: scope.agent.name };
  const found =
    offered.find(({ tool }) => tool.name === name) ??
    offered.find(({ tool }) => tool.aliases?.includes(name));
  if (!found) return { ...head, tool: name, ...(await explainAbsent(deps, name)) };
  const { verdict, explained, tool } = found;
  const isSwitchedOff = scope.agent.disabledTools.includes(tool.name) && !explained.source.isAlwaysIncluded;
  const last = switchStep(isSwitchedOff);
  return {
    ...head,
    tool: tool.name,
    existence: "offered",
    isAllowed: verdict.isAllowed && !isSwitchedOff,
    decidedBy: isSwitchedOff && verdict.isAllowed ? last : verdict.decidedBy,
    steps: [...verdict.steps, last],
  };
}

function switchStep(isOff: boolean): VerdictStep {
  return {
    id: "switched-off",
    title: "Switched on for this agent",
    outcome: isOff ? "removed" : "passed",
    reason: isOff ? "Switched off in the inspector" : "Not switched off",
  };
}

async function explainAbsent(
  { desk }: ToolServicesDeps,
  name: string,
): Promise<Pick<ToolExplanation, "existence" | "isAllowed" | "decidedBy" | "steps">> {
  const planned = (await desk.listPlanned()).find((tool) => tool.name === name);
  const decidedBy: VerdictStep = {
    id: "exists",
    title: "Offered to this agent",
    outcome: "removed",
    reason: planned
      ? `Planned, not built yet; named by ${planned.namedBy.join(", ")}`
      : "Nothing offers this agent a tool of this name: no built-in family, skill, server or line",
  };
  return { existence: planned ? "planned" : "unknown", isAllowed: false, decidedBy, steps: [decidedBy] };
}
