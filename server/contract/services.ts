import type { AgentRights } from "./agent-rights.ts";
import type {
  AnsweredWait,
  AnswerOutcome,
  ArtifactSummary,
  ForkRunInput,
  NameVersionInput,
  OpenWait,
  OrgCheck,
  OrgDetail,
  OrgSummary,
  OrgVersionSummary,
  RunDetail,
  RunFilter,
  RunPage,
  RunShare,
  SessionSummary,
  SharedRun,
  ShareRunInput,
  SkillDetail,
  SkillSummary,
  StartRunInput,
  TurnSnapshot,
} from "./api.ts";
import type { LastingGrant } from "./approval.ts";
import type { AuditFilter, AuditPage } from "./audit.ts";
import type { RunId } from "./ids.ts";
import type { LeadingUp } from "./leading-up.ts";
import type { McpServerInput, McpServerSummary } from "./mcp-servers.ts";
import type { Notice } from "./notice.ts";
import type { ModelChoice, OrgDocument } from "./org-document.ts";
import type { ExportedOrg, ExportedOrgText, ImportedOrg, ImportOrgInput, OrgTemplate } from "./org-files.ts";
import type { OrgVersionSketch } from "./org-sketch.ts";
import type { OrgXray, XrayScope } from "./org-xray.ts";
import type { ProviderSummary, SaveProviderInput } from "./provider.ts";
import type { QuestionAnswer } from "./questions.ts";
import type { RunChange, RunSignal } from "./run-event.ts";
import type { GiveSecretInput, SaveSecretInput, SecretSummary } from "./secrets.ts";
import type { SkillActivation, SkillActivationInput } from "./skill-activation.ts";
import type {
  ArchivedSkill,
  MendSkillInput,
  SaveExampleInput,
  SkillArchiveInput,
  SkillExampleSummary,
  SkillFileText,
  SkillMendPlan,
  SkillTestOutcome,
  SkillTryOutcome,
  TrySkillInput,
} from "./skill-desk.ts";
import type { SkillEnvironmentState } from "./skill-environments.ts";
import type { SkillChange, SkillFolderState } from "./skill-folders.ts";
import type {
  CheckSkillManualInput,
  SkillManualCheck,
  SkillManualText,
  WriteSkillManualInput,
} from "./skill-manual.ts";
import type { EffectiveTool, ListedTool } from "./tool-array.ts";
import type { GlobalPolicy, SaveToolPolicyInput } from "./tool-policy.ts";
import type { ToolExplanation, ToolQuestion } from "./tool-verdict.ts";
import type { CreateToolboxInput, PlannedTool, ToolboxSummary, UpdateToolboxInput } from "./toolbox.ts";
import type { WorkspaceListing } from "./workspace.ts";

/** A file as it is handed out. */
export interface StoredFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/**
 * Everything OpenHive can be asked to do, one method a use case: the routers and the command line call these and nothing else.
 * Each throws `AppError` when it refuses; nothing is half written then.
 */
export interface Services {
  listOrgs(): Promise<readonly OrgSummary[]>;
  /** These versions in small; those that are not there, or whose org was removed, are left out. */
  sketchOrgs(
    versions: readonly { readonly id: string; readonly version: number }[],
  ): Promise<readonly OrgVersionSketch[]>;
  /** By id or slug. */
  getOrg(idOrSlug: string): Promise<OrgDetail>;
  createOrg(input: {
    readonly document: OrgDocument;
    readonly slug?: string | undefined;
  }): Promise<OrgDetail>;
  /** Throws `conflict` with a `SaveConflict` when `baseVersion` is not the current one. */
  saveOrg(input: {
    readonly orgId: string;
    readonly baseVersion: number;
    readonly document: OrgDocument;
  }): Promise<{ readonly version: number }>;
  removeOrg(orgId: string): Promise<void>;
  /** A new org that is the same as this one, with its sample files; named "… copy" unless a name is given. */
  duplicateOrg(idOrSlug: string, name?: string): Promise<OrgDetail>;
  /** The org as files. They hold no secret, and the same org gives the same bytes. */
  exportOrg(idOrSlug: string): Promise<ExportedOrg>;
  /** The same as one YAML text, without the files that come along. */
  exportOrgText(idOrSlug: string): Promise<ExportedOrgText>;
  /** The same files as one zip archive. */
  exportOrgArchive(idOrSlug: string): Promise<StoredFile>;
  /** Adds the org that files describe. Throws `invalid` with each problem as `FILE:LINE: message`. */
  importOrg(input: ImportOrgInput): Promise<ImportedOrg>;
  /** The same from a zip archive, which may come from anywhere. */
  importOrgArchive(
    input: Omit<ImportOrgInput, "files"> & { readonly archive: Uint8Array },
  ): Promise<ImportedOrg>;
  listTemplates(): Promise<readonly OrgTemplate[]>;
  /** `model` takes the place of the template's, for every agent. */
  createFromTemplate(input: {
    readonly template: string;
    readonly name?: string | undefined;
    readonly model?: ModelChoice | undefined;
  }): Promise<OrgDetail>;
  listOrgVersions(orgId: string): Promise<readonly OrgVersionSummary[]>;
  getOrgVersion(orgId: string, version: number): Promise<OrgDocument>;
  checkOrg(document: OrgDocument): Promise<OrgCheck>;
  /** What the drawing could do at worst, with `checkOrg`'s problems. Nothing is called for it. */
  xrayOrg(document: OrgDocument, scope?: XrayScope): Promise<OrgXray>;
  /** Names a version, which then stays for good; null takes the name away. Throws `not_found`. */
  nameOrgVersion(input: NameVersionInput): Promise<void>;
  /** Saves an earlier version as the newest one. Throws `not_found`. */
  restoreOrgVersion(orgId: string, version: number): Promise<{ readonly version: number }>;
  /** The array an agent of this drawing would get, with reasons and costs, switched-off ones included. */
  effectiveTools(document: OrgDocument, agentId: string): Promise<readonly EffectiveTool[]>;
  /** The flat array exactly as the model gets it in its first turn. */
  toolArray(document: OrgDocument, agentId: string): Promise<readonly ListedTool[]>;

  /** Step by step, whether an agent of this drawing gets a tool, and what decides it. Never throws for a name that nobody knows. */
  explainTool(document: OrgDocument, agentId: string, asked: ToolQuestion): Promise<ToolExplanation>;

  /** Gives a task to an org, or to one agent of it. `by` is who does, for lists; absent where nobody knows. */
  startRun(input: StartRunInput, by?: string): Promise<{ readonly runId: RunId }>;
  /**
   * A new run that shares everything up to the moment at which a turn began: its events are copied once, files too. Sessions
   * that were over stay over, waiting ones go on waiting, and those at work go on from what was durable. The other run is left
   * as it is. Throws `conflict` when its org was deleted.
   */
  forkRun(input: ForkRunInput, by?: string): Promise<{ readonly runId: RunId }>;
  listRuns(filter: RunFilter): Promise<RunPage>;
  getRun(runId: string): Promise<RunDetail>;
  /** In the order in which they opened. */
  listSessions(runId: string): Promise<readonly SessionSummary[]>;
  /**
   * Idempotent; resolves once no further tool call of the run can start and nothing more of it is written. A model call that another
   * process begins in that very moment is cut off as soon as it learns of it.
   */
  cancelRun(runId: string): Promise<void>;
  /** Idempotent. What goes on comes to its end; no session begins another turn until the run is resumed. */
  pauseRun(runId: string): Promise<void>;
  /** Idempotent; everything goes on where it stood. */
  resumeRun(runId: string): Promise<void>;
  /** Idempotent; stops a session with everything below it, and its parent goes on without it. The lead's is the whole run. */
  cancelSession(runId: string, sessionId: string): Promise<void>;
  /** A message that the session reads at its next turn. Throws `conflict` when it is over. */
  steerSession(runId: string, sessionId: string, text: string): Promise<void>;
  /** Every event after `afterSeq`, once each and in order, then what comes; ends after `run.finished`. Deltas in between. */
  followRun(runId: string, afterSeq: number, signal: AbortSignal): AsyncIterable<RunSignal>;
  /** The same as lists of what is there at the same time: a long past comes in a few pieces. */
  followRunInBatches(
    runId: string,
    afterSeq: number,
    signal: AbortSignal,
  ): AsyncIterable<readonly RunSignal[]>;
  /**
   * Every event that a run has by now, as JSON of an `EventPage` each, without a line break, and then no more: whoever opens a long
   * run reads this and follows it from there.
   */
  readPast(runId: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
  /** A link to one run. The token is in this answer alone. */
  shareRun(input: ShareRunInput): Promise<RunShare & { readonly token: string }>;
  /** Links that lead to the run now, newest first. */
  listShares(runId: string): Promise<readonly RunShare[]>;
  /** Idempotent; whoever follows the run through the link gets nothing more a few seconds later. */
  unshareRun(runId: string, shareId: string): Promise<void>;
  /** Throws `not_found` for a token that leads nowhere, whatever the reason. */
  getSharedRun(token: string): Promise<SharedRun>;
  /** What the run's followers see, without what is not for strangers. Throws `not_found`, and `unavailable` while too many look. */
  followSharedRun(
    token: string,
    afterSeq: number,
    signal: AbortSignal,
  ): Promise<AsyncIterable<readonly RunSignal[]>>;
  /** Tells at once, and then at most a few times a second, that some run may have changed: lists read themselves anew at each. */
  followChanges(signal: AbortSignal): AsyncIterable<RunChange>;
  /** What led an agent to what it asks. Throws `not_found`. */
  readLeadingUp(runId: string, sessionId: string): Promise<LeadingUp>;
  /** What the agent of a session may do, and why. Throws `not_found`. */
  readRights(runId: string, sessionId: string): Promise<AgentRights>;
  getTurn(runId: string, sessionId: string, turn: number): Promise<TurnSnapshot>;
  listArtifacts(runId: string): Promise<readonly ArtifactSummary[]>;
  readArtifact(artifactId: string): Promise<StoredFile>;
  /** The files that the run's agents work in, as far as they lie in this process's data folder; 500 at most. */
  listWorkspace(runId: string): Promise<WorkspaceListing>;
  /** One of them. Throws `not_found`, also for what tools do not show. */
  readWorkspaceFile(runId: string, path: string): Promise<StoredFile>;

  /** What agents told people and nobody has read yet, newest first, 200 at most. */
  listNotices(): Promise<readonly Notice[]>;
  /** Marks these notices as read, or all; resolves with how many that were. Idempotent. */
  markNoticesRead(ids?: readonly string[]): Promise<number>;
  /** Oldest first, 200 at most; long tasks and arguments by their beginning (`isShortened`). */
  listOpenWaits(): Promise<readonly OpenWait[]>;
  /** One of them whole, as a person decides on it. Refuses with `not_found` what is not open any more. */
  getOpenWait(waitId: string): Promise<OpenWait>;
  /** What was answered last, newest first, 50 at most. */
  listAnsweredWaits(): Promise<readonly AnsweredWait[]>;
  /** `by` says who answers, for the audit. */
  answerWait(waitId: string, answer: QuestionAnswer, by?: string): Promise<AnswerOutcome>;

  /** Every built-in tool and the delegation tools, as an agent that leads others and has a skill sees them. */
  listBuiltinTools(): Promise<readonly ListedTool[]>;

  /** Tools that toolboxes and rules name and that are not built yet. */
  listPlannedTools(): Promise<readonly PlannedTool[]>;

  /** Built-in ones first. */
  listToolboxes(): Promise<readonly ToolboxSummary[]>;
  /** Throws `conflict` where the name is taken. `actor` says who, for the audit. */
  createToolbox(input: CreateToolboxInput, actor?: string): Promise<ToolboxSummary>;
  /** Throws `forbidden` for a built-in one, `conflict` where `base` is no longer what it lists. */
  updateToolbox(input: UpdateToolboxInput, actor?: string): Promise<ToolboxSummary>;
  /** Throws `forbidden` for a built-in one. Agents that have it keep what else they have. */
  removeToolbox(id: string, actor?: string): Promise<void>;
  getToolPolicy(): Promise<GlobalPolicy>;
  /**
   * Holds from the next tool call on, also in runs that are under way. Throws `conflict` where `base` is no longer what is stored;
   * its `data` is a `ToolPolicyConflict`.
   */
  saveToolPolicy(input: SaveToolPolicyInput, actor?: string): Promise<GlobalPolicy>;
  /** What people allowed for good, newest first. */
  listGrants(): Promise<readonly LastingGrant[]>;
  removeGrant(id: string, actor?: string): Promise<void>;
  /** Who allowed or changed what, newest first. */
  listAudit(filter: AuditFilter): Promise<AuditPage>;
  /** All of it, newest first, in pieces to be written one after the other. */
  exportAudit(format: "csv" | "json" | "jsonl"): AsyncIterable<string>;

  /** Names, places and uses; never values. */
  listSecrets(): Promise<readonly SecretSummary[]>;
  /** Throws `invalid` where a new one has no value. `actor` says who, for the audit. */
  saveSecret(input: SaveSecretInput, actor?: string): Promise<void>;
  removeSecret(name: string, actor?: string): Promise<void>;
  /** Gives an agent the secret it asked for, by way of the vault. */
  giveSecret(input: GiveSecretInput, actor?: string): Promise<AnswerOutcome>;
  /** Encrypts everything anew with another key, in one commit. `newKey` is needed where the key is configured. Throws `invalid`. */
  changeKey(newKey: string | undefined, actor?: string): Promise<{ readonly count: number }>;

  listSkills(): Promise<readonly SkillSummary[]>;
  getSkill(name: string): Promise<SkillDetail>;
  /** What a model sees before and after an agent activates a skill. Throws `not_found`, `invalid`. */
  viewSkillActivation(input: SkillActivationInput): Promise<SkillActivation>;
  /** What happens to skills from its first answer on, which is empty, within a second of the change; ends when the signal aborts. */
  followSkills(signal: AbortSignal): AsyncIterable<readonly SkillChange[]>;
  /** How far the packages of a skill are, now and at each change; ends when the signal aborts. Throws `not_found`. */
  followSkillEnvironment(name: string, signal: AbortSignal): AsyncIterable<SkillEnvironmentState>;
  /** Begins to install the packages of a skill, without waiting for it. Throws `not_found`. */
  prepareSkill(name: string): Promise<SkillEnvironmentState>;
  /** A try by its author, without agent and run. A call that fails is an outcome. Throws `not_found`, `invalid`. */
  trySkill(input: TrySkillInput, signal: AbortSignal): Promise<SkillTryOutcome>;
  listSkillExamples(name: string): Promise<readonly SkillExampleSummary[]>;
  /** Runs its examples and unit tests; each outcome comes when it is known. Throws `not_found`, `invalid`. */
  testSkill(name: string, signal: AbortSignal): AsyncIterable<SkillTestOutcome>;
  /** Durable before it resolves. Throws `forbidden` for what ships with OpenHive, `conflict` for a name that is taken. */
  saveSkillExample(input: SaveExampleInput): Promise<{ readonly file: string }>;
  readSkillFile(name: string, path: string): Promise<SkillFileText>;
  /** What mending would change; nothing is written. */
  previewMend(input: MendSkillInput): Promise<SkillMendPlan>;
  /** Throws `forbidden` for what ships with OpenHive. */
  mendSkill(input: MendSkillInput): Promise<SkillMendPlan>;
  /** Throws `not_found`, and `invalid` for a manual that is no text. */
  readSkillManual(name: string): Promise<SkillManualText>;
  /** What the doctor would say of a text in the manual's place; nothing is written. */
  checkSkillManual(input: CheckSkillManualInput): Promise<SkillManualCheck>;
  /** Durable before it resolves. Throws `forbidden` for what ships with OpenHive, `conflict` for what was changed elsewhere. */
  writeSkillManual(input: WriteSkillManualInput): Promise<void>;
  /** A working skill to begin with, in the data folder. Throws `invalid` and `conflict`. */
  createSkill(name: string): Promise<{ readonly name: string }>;
  /** What installing an archive would bring; nothing is kept. */
  inspectSkillArchive(input: SkillArchiveInput): Promise<readonly ArchivedSkill[]>;
  /** Installs every skill of an archive that loads. Throws `conflict` for a name that is taken. */
  installSkillArchive(input: SkillArchiveInput): Promise<readonly ArchivedSkill[]>;
  packSkill(name: string): Promise<{ readonly fileName: string; readonly content: Uint8Array }>;
  /** Deletes its folder. Throws `forbidden` for one that lies elsewhere than in the data folder. */
  removeSkill(name: string): Promise<void>;
  /** Where skills are looked for, in order of precedence: of two with one name the later counts. */
  listSkillFolders(): Promise<readonly SkillFolderState[]>;
  /** Throws `invalid` where the list cannot be read; so do its changes, which leave it as it is then. */
  listSkillProjects(): Promise<readonly string[]>;
  /** As the last. Throws `invalid` for what is no absolute path of a folder of this machine. */
  addSkillProject(path: string): Promise<void>;
  /** Also one whose folder is gone. */
  removeSkillProject(path: string): Promise<void>;

  listMcpServers(): Promise<readonly McpServerSummary[]>;
  saveMcpServer(input: McpServerInput): Promise<McpServerSummary>;
  /** Accepts the text of a `.mcp.json`. */
  importMcpServers(text: string): Promise<readonly McpServerSummary[]>;
  removeMcpServer(name: string): Promise<void>;
  /** Starts the server, lists its tools, remembers them, stops it. Failure is in the answer, not thrown. */
  testMcpServer(name: string): Promise<McpServerSummary>;

  listProviders(): Promise<readonly ProviderSummary[]>;
  saveProvider(input: SaveProviderInput): Promise<ProviderSummary>;
  removeProvider(id: string): Promise<void>;
}
