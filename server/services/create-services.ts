import type { OrgCheck } from "../contract/api.ts";
import { AppError } from "../contract/app-error.ts";
import type { ArtifactId, RunId, SessionId } from "../contract/ids.ts";
import type { OrgDocument } from "../contract/org-document.ts";
import type { Services } from "../contract/services.ts";
import type { FrozenTextStore, PromptSource } from "../engine/ports.ts";
import { inBatches } from "../events/in-batches.ts";
import type { RunEventHub } from "../events/run-event-hub.ts";
import type { ProviderDirectory } from "../providers/model-directory.ts";
import type { ArtifactStore } from "../store/artifacts/artifact-store.ts";
import type { Database, Transaction } from "../store/database.ts";
import type { CommitListener } from "../store/event-rows.ts";
import type { OrgStore } from "../store/orgs/org-store.ts";
import type { OrgVersionCache } from "../store/orgs/org-version-cache.ts";
import type { NoticeStore } from "../store/people/notice-store.ts";
import type { RuleStore } from "../store/rules/rule-store.ts";
import type { CreateRun } from "../store/runs/create-run.ts";
import { readLeadingUp } from "../store/runs/leading-up.ts";
import { listLiveRuns } from "../store/runs/list-live-runs.ts";
import { listRuns } from "../store/runs/run-queries.ts";
import type { Adopter, RunContexts } from "../store/sessions/run-contexts.ts";
import { sessionSummaries } from "../store/sessions/session-summaries.ts";
import type { ProviderStore } from "../store/settings/provider-store.ts";
import type { WaitStore } from "../store/waits/wait-store.ts";
import type { WorkspaceWindow } from "../tools/builtin/files/workspace-window.ts";
import { answerWait } from "./answer-wait.ts";
import { cancelRun } from "./cancel-run.ts";
import { cancelSession } from "./cancel-session.ts";
import { checkOrg } from "./check-org.ts";
import type { ExplainedSource } from "./effective-tools.ts";
import { expireWaits } from "./expire-waits.ts";
import { followRun, oneByOne, readPast } from "./follow-run.ts";
import { forkRun } from "./fork-run.ts";
import { getRun } from "./get-run.ts";
import { getTurn } from "./get-turn.ts";
import type { HideInLines } from "./hide-in-lines.ts";
import type { HideSecrets } from "./hide-secrets.ts";
import { createWaitLists } from "./list-waits.ts";
import { createMcpServices, type McpServicesDeps } from "./mcp-services.ts";
import { createOrgFileServices } from "./org-files/org-file-services.ts";
import type { TemplateShelf } from "./org-files/template-shelf.ts";
import { createOrgServices, finishRemovals, type OrgBelongings } from "./org-services.ts";
import { pauseRun, resumeRun } from "./pause-run.ts";
import { createProviderServices } from "./provider-services.ts";
import { readRights } from "./read-rights.ts";
import { createSecretServices, type SecretServicesDeps } from "./secret-services.ts";
import { createShareServices } from "./share-run.ts";
import { createSkillServices, type SkillServicesDeps } from "./skill-services.ts";
import { startRun } from "./start-run.ts";
import { steerSession } from "./steer-session.ts";
import type { ToolDesk } from "./tool-desk.ts";
import { createToolServices } from "./tool-services.ts";
import { viewActivation } from "./view-activation.ts";
import { createWorkspaceServices } from "./workspace-services.ts";
import { callPrices } from "./xray/call-prices.ts";
import { xrayOrg } from "./xray/xray-org.ts";

export interface ServicesDeps {
  readonly database: Database;
  readonly orgs: OrgStore;
  readonly templates: TemplateShelf;
  readonly belongings: Omit<OrgBelongings, "stopRuns">;
  readonly versions: OrgVersionCache;
  readonly contexts: RunContexts;
  readonly adopter: Adopter;
  readonly createRun: CreateRun;
  readonly waits: WaitStore;
  readonly notices: NoticeStore;
  readonly artifacts: ArtifactStore;
  readonly workspaces: WorkspaceWindow;
  readonly frozenTexts: FrozenTextStore;
  readonly hub: RunEventHub;
  readonly onCommit: CommitListener;
  readonly sources: readonly ExplainedSource[];
  /** Of every agent's system prompt, as workers have them. */
  readonly promptSources: readonly PromptSource[];
  readonly desk: ToolDesk;
  readonly rules: RuleStore;
  rulesChanged(): void;
  /** For what is exported or shown to others. */
  readonly hide: HideSecrets;
  /** The same for text that is still being written. */
  readonly hideInLines: HideInLines;
  readonly secrets: SecretServicesDeps["secrets"];
  readonly changeKey: SecretServicesDeps["changeKey"];
  readonly skills: SkillServicesDeps;
  readonly mcp: Omit<McpServicesDeps, "orgs">;
  readonly models: ProviderDirectory;
  readonly providers: ProviderStore;
  /** Tells other processes. */
  providersChanged(): void;
  enqueue(sessionId: SessionId, transaction: Transaction): Promise<void>;
  wake(sessions: readonly SessionId[]): void;
  /** Never rejects. */
  wakeAnywhere(sessions: readonly SessionId[]): Promise<void>;
  stop(runId: RunId, sessions: readonly SessionId[]): void;
  stopSessions(sessions: readonly SessionId[]): void;
}

/** What nobody asks for but the clock. */
export interface Expiring {
  /** Denies the approvals that nobody gave in time, and clears away what a process left of orgs that it was removing. */
  overdue(): Promise<void>;
}

/** Puts the use cases together: what routers and the command line call. */
export function createServices(deps: ServicesDeps): Services & Expiring {
  const skills = createSkillServices(deps.skills, deps.orgs);
  const servers = createMcpServices({ ...deps.mcp, orgs: deps.orgs });
  const providers = createProviderServices(deps.models, deps.providers, deps.providersChanged);
  const check = async (document: OrgDocument): Promise<OrgCheck> => {
    const [known, found, connected] = await Promise.all([
      providers.listProviders(),
      skills.listSkills(),
      servers.listMcpServers(),
    ]);
    return checkOrg(document, { providers: known, skills: found, servers: connected });
  };
  const belongings: OrgBelongings = {
    ...deps.belongings,
    async stopRuns(orgId) {
      for (const runId of await listLiveRuns(deps.database, orgId)) await cancelRun(deps, runId);
    },
  };
  return {
    ...createOrgServices(deps.orgs, belongings),
    ...runServices(deps),
    ...createShareServices(deps),
    ...createWorkspaceServices(deps),
    ...skills,
    viewSkillActivation: (input) =>
      viewActivation(
        {
          sources: deps.sources,
          read: deps.rules.current,
          orgs: deps.orgs,
          promptSources: deps.promptSources,
          isUsable: async (name) => (await skills.getSkill(name)).isUsable,
        },
        input,
      ),
    ...servers,
    ...providers,
    ...createOrgFileServices({ orgs: deps.orgs, templates: deps.templates, check, hide: deps.hide }),
    checkOrg: check,
    async xrayOrg(document, scope = {}) {
      const [problems, known] = await Promise.all([check(document), providers.listProviders()]);
      return xrayOrg(document, { ...callPrices(known), problems, ...scope });
    },
    ...createToolServices({
      ...deps,
      read: deps.rules.current,
      async usableSkills() {
        const found = await skills.listSkills();
        return found.filter((skill) => skill.isUsable).map((skill) => skill.name);
      },
    }),
    ...createSecretServices(deps),
    readRights: (runId, sessionId) => readRights({ ...deps, read: deps.rules.current }, { runId, sessionId }),
    ...createWaitLists(deps),
    listNotices: () => deps.notices.listUnread(),
    markNoticesRead: (ids) => deps.notices.markRead(ids),
    answerWait: (waitId, answer, by) => answerWait(deps, waitId, { answer, by }),
    async overdue() {
      await expireWaits(deps);
      await finishRemovals(deps.orgs, belongings);
    },
  };
}

type RunServices = Pick<
  Services,
  | "startRun"
  | "forkRun"
  | "listRuns"
  | "getRun"
  | "listSessions"
  | "cancelRun"
  | "pauseRun"
  | "resumeRun"
  | "cancelSession"
  | "steerSession"
  | "followRun"
  | "followRunInBatches"
  | "readPast"
  | "followChanges"
  | "readLeadingUp"
  | "getTurn"
  | "listArtifacts"
  | "readArtifact"
>;

function runServices(deps: ServicesDeps): RunServices {
  return {
    startRun: (input, by) => startRun(deps, input, by),
    forkRun: (input, by) => forkRun(deps, input, by),
    listRuns: (filter) => listRuns(deps.database, filter),
    getRun: (runId) => getRun(deps, runId),
    async listSessions(runId) {
      await getRun(deps, runId);
      return sessionSummaries(deps.database, runId);
    },
    cancelRun: (runId) => cancelRun(deps, runId),
    pauseRun: (runId) => pauseRun(deps, runId),
    resumeRun: (runId) => resumeRun(deps, runId),
    cancelSession: (runId, sessionId) => cancelSession(deps, runId, sessionId),
    steerSession: (runId, sessionId, text) => steerSession(deps, { runId, sessionId, text }),
    followRun: (runId, afterSeq, signal) => oneByOne(followRun(deps, { runId, afterSeq }, signal)),
    followRunInBatches: (runId, afterSeq, signal) => inBatches(followRun(deps, { runId, afterSeq }, signal)),
    readPast: (runId, signal) => readPast(deps, runId, signal),
    followChanges: (signal) => deps.hub.followChanges(signal),
    async readLeadingUp(runId, sessionId) {
      const found = await readLeadingUp(deps.database, { runId, sessionId });
      if (!found) throw new AppError("not_found", "There is no such session.");
      return found;
    },
    getTurn: (runId, sessionId, turn) => getTurn(deps, runId, { sessionId, turn }),
    listArtifacts: (runId) => deps.artifacts.summaries(runId as RunId),
    async readArtifact(artifactId) {
      const file = await deps.artifacts.find(artifactId as ArtifactId);
      if (!file) throw new AppError("not_found", "There is no such file.");
      return file;
    },
  };
}
