import { join } from "node:path";
import { createDesk } from "./container-desk.ts";
import type { ContainerOptions } from "./container-options.ts";
import { createRules } from "./container-rules.ts";
import { openSkills } from "./container-skills.ts";
import type { Stores } from "./container-stores.ts";
import { createWeb } from "./container-web.ts";
import { createWorkspaceTools, workspacesIn } from "./container-workspaces.ts";
import { readRate } from "./contract/read-rate.ts";
import type { RunEvent } from "./contract/run-event.ts";
import { createDelegationToolSource } from "./delegation/delegation-tool-source.ts";
import type { Environment } from "./env.ts";
import { createMcpManager } from "./mcp/mcp-manager.ts";
import { createMcpToolSource } from "./mcp/mcp-tool-source.ts";
import type { RequestLimits } from "./providers/limit-requests.ts";
import { createModelDirectory } from "./providers/model-directory.ts";
import { type ExplainedSource, everyTool } from "./services/effective-tools.ts";
import { createReservedNames } from "./skills/reserved-names.ts";
import { skillHelpersPath } from "./skills/skill-runner.ts";
import { createGivenFiles } from "./store/artifacts/given-files.ts";
import { createHistoryArchive } from "./store/history/create-history-archive.ts";
import { createNoticeStore, type NoticeStore } from "./store/people/notice-store.ts";
import { createReportBook } from "./store/people/report-book.ts";
import { createRateBook } from "./store/rates/rate-book.ts";
import { findOrigin } from "./store/runs/fork/find-origin.ts";
import { createSecretPrompts } from "./store/secrets/secret-prompts.ts";
import { createDelegationBook } from "./store/sessions/postgres-delegation-book.ts";
import { createTeamDatabase } from "./store/team-database/create-team-database.ts";
import { createWaitStore } from "./store/waits/wait-store.ts";
import { createToolboxTools } from "./toolboxes/toolbox-tools.ts";
import { createBuiltinToolSource } from "./tools/builtin/builtin-tool-source.ts";
import { createWorkspaceRoom } from "./tools/builtin/files/workspace-room.ts";
import { createWorkspaceShelf, type WorkspaceShelf } from "./tools/builtin/files/workspace-shelf.ts";
import { createHistoryTools } from "./tools/builtin/history/history-tools.ts";
import { createPeopleTools } from "./tools/builtin/people/people-tools.ts";
import { createQuestionTools } from "./tools/builtin/questions/question-tools.ts";
import { createSecretTools } from "./tools/builtin/secrets/secret-tools.ts";
import { createTaskTools } from "./tools/builtin/task/task-tools.ts";
import { createTeamDatabaseTools } from "./tools/builtin/team-database/team-database-tools.ts";
import { createThinkTools } from "./tools/builtin/think/think-tools.ts";
import { createTodoTools } from "./tools/builtin/todos/todo-tools.ts";

export interface FeatureDeps {
  readonly stores: Stores;
  /** The rules about tools changed here: other processes are told. */
  rulesChanged(): void;
  onCommit(events: readonly RunEvent[]): void;
  onError(error: unknown): void;
  /** Takes secrets out of a text. */
  hide(text: string): string;
}

/** Everything agents can use, in the order of the tool array. */
export function createFeatures(
  options: ContainerOptions,
  { stores, onCommit, rulesChanged, onError, hide }: FeatureDeps,
) {
  const { environment, projectFolder, url, toolSources = [] } = options;
  const { database, artifacts, servers, vault } = stores;
  const waits = createWaitStore(database, onCommit);
  const notices = createNoticeStore({ database, onCommit });
  const shelf = createWorkspaceShelf(workspacesIn(environment.dataDir), {
    beginnings: {
      forkedFrom: (runId) => findOrigin(database, runId),
      readAttachment: artifacts.read,
    },
    room: createWorkspaceRoom(environment.workspaceLimits),
  });
  const { isReserved, reserve } = createReservedNames();
  const { skills, closeSkills } = openSkills(options, { stores, isReserved, onError });
  const mcp = createMcpManager({
    book: servers,
    files: {
      async keep(context, file) {
        const kept = await artifacts.keep(context, file);
        context.emit({ type: "artifact.created", callId: context.callId, ...kept });
        return kept;
      },
    },
    dataDir: environment.dataDir,
    projectDir: projectFolder,
    environment: { PATH: environment.searchPath, HOME: join(environment.dataDir, "mcp"), LANG: "C.UTF-8" },
    secrets: stores.secretDesk.forServers,
    runDirectory: (runId) => join(environment.dataDir, "runs", runId),
  });
  const teamDatabase = createTeamDatabase({ adminPool: database, url, secrets: vault });
  const desk = createDesk({ stores, skills: skills.pages, sources: () => sources, rulesChanged });
  const { approvalSeconds } = environment;
  const rules = createRules({ stores, database, onCommit, approvalSeconds, hide });
  const families = [
    createQuestionTools(waits),
    skills.builtins,
    ...createWorkspaceTools(environment, { shelf, helpers: skillHelpersPath(projectFolder) }),
    ...smallFamilies(stores, { notices, shelf, onCommit }),
    createHistoryTools(createHistoryArchive(database)),
    createTeamDatabaseTools(teamDatabase),
    createToolboxTools(desk),
    createWeb(environment),
    secretTools(stores, onCommit),
  ];
  const sources: readonly ExplainedSource[] = [
    { source: createBuiltinToolSource(families), reasonFor: () => "" },
    { source: skills.toolSource, reasonFor: (tool) => `Skill ${tool.origin.id}, once activated` },
    {
      source: createMcpToolSource({ book: servers, caller: mcp }),
      reasonFor: () => "Granted here. Starts on first call",
    },
    ...toolSources.map((source) => ({ source, reasonFor: () => "From the program that runs OpenHive" })),
    {
      source: createDelegationToolSource(createDelegationBook(database)),
      reasonFor: () => "From the lines on the chart",
    },
  ];
  const reserveNames = async (): Promise<void> => reserve(await everyTool(sources));
  const models = createModels(environment, stores);
  return {
    waits,
    notices,
    skills,
    closeSkills,
    mcp,
    sources,
    models,
    teamDatabase,
    desk,
    rules,
    reserveNames,
  };
}

function createModels({ providers, rehearsalPace }: Environment, stores: Stores) {
  const limits: RequestLimits = {
    async ratesOf(provider) {
      const { rates = [] } = (await stores.rules.current()).policy;
      return rates.flatMap((line) => {
        const rule = readRate(line);
        return rule?.kind === "provider" && rule.name === provider ? [rule] : [];
      });
    },
    take: createRateBook(stores.database).take,
  };
  return createModelDirectory({
    settings: stores.providers,
    environment: providers,
    rehearsalPace,
    limits,
  });
}

interface SmallDeps extends Pick<FeatureDeps, "onCommit"> {
  readonly notices: NoticeStore;
  readonly shelf: WorkspaceShelf;
}

/** What agents plan, and what they tell people and each other. */
function smallFamilies({ database, artifacts }: Stores, { notices, shelf, onCommit }: SmallDeps) {
  return [
    createTodoTools(),
    createThinkTools(),
    createPeopleTools({ notices, files: createGivenFiles(database, artifacts), shelf }),
    createTaskTools(createReportBook({ database, onCommit })),
  ];
}

function secretTools({ rules, database }: Stores, onCommit: FeatureDeps["onCommit"]) {
  const list = async () => (await rules.current()).secrets;
  return createSecretTools({ list, ...createSecretPrompts({ database, onCommit }) });
}

export type Features = ReturnType<typeof createFeatures>;
