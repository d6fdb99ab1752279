import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type DestinationStream, type Logger, pino } from "pino";
import type { RunId, SessionId } from "./contract/ids.ts";
import type { RunEvent } from "./contract/run-event.ts";
import type { Services } from "./contract/services.ts";
import { createDelegationToolSource } from "./delegation/delegation-tool-source.ts";
import { breakLoops } from "./engine/steps/break-loops.ts";
import { limitOutput } from "./engine/steps/limit-output.ts";
import { limitTime } from "./engine/steps/limit-time.ts";
import type { ToolContext, ToolSource } from "./engine/tool.ts";
import type { Environment } from "./env.ts";
import { createDeltaStream } from "./events/delta-stream.ts";
import { createRunEventHub, type RunEventHub } from "./events/run-event-hub.ts";
import { createSessionRunner } from "./jobs/session-runner.ts";
import { openWakeQueue, type WakeQueue } from "./jobs/wake-queue.ts";
import { startWorker, type Worker } from "./jobs/worker.ts";
import { createMcpManager } from "./mcp/mcp-manager.ts";
import { createMcpToolSource } from "./mcp/mcp-tool-source.ts";
import { createModelDirectory } from "./providers/model-directory.ts";
import type { AddressPolicy } from "./security/check-origin.ts";
import { openVault } from "./security/open-vault.ts";
import { createServices } from "./services/create-services.ts";
import type { ExplainedSource } from "./services/effective-tools.ts";
import { seedExample } from "./services/seed-example.ts";
import { createSkills } from "./skills/create-skills.ts";
import { createArtifactStore } from "./store/artifacts/artifact-store.ts";
import { createDatabase } from "./store/database.ts";
import { createFrozenTextStore } from "./store/frozen-texts.ts";
import { createHistoryArchive } from "./store/history/create-history-archive.ts";
import { type Notifications, openNotifications } from "./store/notifications.ts";
import { createOrgStore } from "./store/orgs/org-store.ts";
import { createOrgVersionCache } from "./store/orgs/org-version-cache.ts";
import { createPrisma } from "./store/prisma.ts";
import { createEventLog } from "./store/runs/event-log.ts";
import { listSessions } from "./store/runs/list-sessions.ts";
import { createDelegationBook } from "./store/sessions/postgres-delegation-book.ts";
import { createSessionStore } from "./store/sessions/postgres-session-store.ts";
import { createCanaryStore } from "./store/settings/canary-store.ts";
import { createMcpServerStore } from "./store/settings/mcp-server-store.ts";
import { createOnceBook } from "./store/settings/once-book.ts";
import { createProviderStore } from "./store/settings/provider-store.ts";
import { createProviderLimits } from "./store/slots/provider-limits.ts";
import { createSlotDesk } from "./store/slots/slot-desk.ts";
import { createTeamDatabase } from "./store/team-database/create-team-database.ts";
import { createWaitStore } from "./store/waits/wait-store.ts";
import { acquireWorkerLock } from "./store/worker-lock.ts";
import { createBuiltinToolSource } from "./tools/builtin/builtin-tool-source.ts";
import { createHistoryTools } from "./tools/builtin/history/history-tools.ts";
import { createQuestionTools } from "./tools/builtin/questions/question-tools.ts";
import { createTeamDatabaseTools } from "./tools/builtin/team-database/team-database-tools.ts";
import { createTodoTools } from "./tools/builtin/todos/todo-tools.ts";

export interface ContainerOptions {
  readonly environment: Environment;
  /** Of a migrated database. */
  readonly url: string;
  /** Where the project lies: its skills and helpers are read from there. */
  readonly projectFolder: string;
  /** `openhive-...`: names this process in the database. */
  readonly applicationName: string;
  /** Runs started here are worked on here while this process lives: its environment may hold the only key. */
  readonly keepsOwnRuns?: boolean;
  /** Where log lines go; standard error unless given. */
  readonly logTo?: DestinationStream;
  /** Kinds of tools besides OpenHive's own, in front of the delegation tools: for programs that run agents on it. */
  readonly toolSources?: readonly ToolSource[];
}

export interface Container {
  readonly services: Services;
  readonly logger: Logger;
  /** From where the pages and the API may be used. */
  readonly addressPolicy: AddressPolicy;
  /** Whether the database answers. */
  isReady(): Promise<boolean>;
  /** Stops working, gives sessions back, ends child processes, closes connections. Idempotent. */
  close(): Promise<void>;
}

type Stores = Awaited<ReturnType<typeof openStores>>;
type Features = ReturnType<typeof createFeatures>;

/** Wires OpenHive: the one place that knows every part. */
export async function createContainer(options: ContainerOptions): Promise<Container> {
  const { environment } = options;
  const logTo = options.logTo ?? pino.destination({ fd: 2, sync: false });
  const logger = pino({ level: environment.logLevel, name: "openhive" }, logTo);
  const onError = (error: unknown): void => logger.error(error);
  const parts: {
    worker?: Worker;
    stopped?(runId: RunId): void;
    stoppedSessions?(sessions: readonly SessionId[]): void;
  } = {};
  const wake = (sessions: readonly SessionId[]): void => parts.worker?.wake(sessions);

  const stores = await openStores(options);
  const doorbell = await openDoorbell(options, {
    hub: stores.hub,
    stopped: (runId) => parts.stopped?.(runId),
    stoppedSessions: (sessions) => parts.stoppedSessions?.(sessions),
    slotFree: (worker, sessionId) => parts.worker?.wakeHere(worker, sessionId),
  });
  const onCommit = (events: readonly RunEvent[]): void => {
    stores.hub.publish(events);
    if (events[0]) doorbell.committed(events[0].runId);
  };
  const features = createFeatures(options, { stores, onCommit, wake });
  // Stopped elsewhere: sessions that sleep may have left servers running here.
  parts.stopped = (runId) => {
    parts.worker?.stopRun(runId);
    listSessions(stores.database, runId).then(
      (sessions) => sessions.forEach((sessionId) => void features.mcp.closeSession(sessionId)),
      onError,
    );
  };
  parts.stoppedSessions = (sessions) => {
    parts.worker?.stopSessions(sessions);
    for (const sessionId of sessions) void features.mcp.closeSession(sessionId);
  };
  await features.mcp.reapLeftovers();
  const queue = await openWakeQueue({ url: options.url, applicationName: options.applicationName, onError });
  if (environment.role !== "web") {
    parts.worker = await startWork(options, { stores, features, doorbell, queue, onCommit, onError });
    if (!options.keepsOwnRuns) await queue.consume(wake);
  }

  const services = createServices({
    ...stores,
    belongings: { dropTables: (orgId) => features.teamDatabase.drop(orgId) },
    waits: features.waits,
    onCommit,
    sources: features.sources,
    skillPages: features.skills.pages,
    mcp: { book: stores.servers, manager: features.mcp },
    models: features.models,
    enqueue: async (sessionId, transaction) => {
      if (!options.keepsOwnRuns) await queue.enqueue([sessionId], transaction);
    },
    wake,
    wakeAnywhere: async (sessions) => (parts.worker ? wake(sessions) : queue.enqueue(sessions)),
    stop(runId, sessions) {
      parts.worker?.stopRun(runId);
      doorbell.stopped(runId);
      for (const sessionId of sessions) void features.mcp.closeSession(sessionId);
    },
    stopSessions(sessions) {
      parts.stoppedSessions?.(sessions);
      doorbell.stoppedSessions(sessions);
    },
  });

  await seedExample({
    services,
    orgs: stores.orgs,
    once: createOnceBook(stores.database),
    dataFolder: environment.dataDir,
    projectFolder: options.projectFolder,
  });

  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await parts.worker?.close().catch(onError);
    await Promise.allSettled([
      queue.close(),
      features.mcp.closeAll(),
      features.skills.catalogue.close(),
      doorbell.close(),
    ]);
    await Promise.allSettled([stores.database.end(), stores.prisma.$disconnect()]);
  };
  return {
    services,
    logger,
    addressPolicy: { host: environment.host, allowedHosts: environment.allowedHosts },
    isReady: () =>
      stores.database.query("select 1").then(
        () => true,
        () => false,
      ),
    close() {
      closed ??= close();
      return closed;
    },
  };
}

async function openStores({ environment, url, applicationName }: ContainerOptions) {
  const database = createDatabase(url, applicationName);
  const prisma = createPrisma(url, applicationName);
  const vault = await openVault({
    dataDir: environment.dataDir,
    configuredKey: environment.encryptionKey,
    canary: createCanaryStore(database),
  });
  const log = createEventLog(database);
  return {
    database,
    prisma,
    vault,
    log,
    hub: createRunEventHub(log),
    orgs: createOrgStore({ prisma, database }),
    versions: createOrgVersionCache(database),
    artifacts: createArtifactStore(database),
    frozenTexts: createFrozenTextStore(database),
    providers: createProviderStore(prisma, vault),
    servers: createMcpServerStore(prisma, vault),
  };
}

interface Doorbell {
  readonly hub: RunEventHub;
  stopped(runId: RunId): void;
  stoppedSessions(sessions: readonly SessionId[]): void;
  slotFree(worker: number, sessionId: SessionId): void;
}

function openDoorbell(
  { url, applicationName }: ContainerOptions,
  { hub, ...handlers }: Doorbell,
): Promise<Notifications> {
  return openNotifications({
    url,
    applicationName,
    processId: randomUUID(),
    handlers: {
      committed: (runId) => hub.ring(runId),
      delta: (delta) => hub.publishDelta(delta),
      ...handlers,
      mayHaveMissed: () => hub.ringAll(),
    },
  });
}

interface FeatureDeps {
  readonly stores: Stores;
  onCommit(events: readonly RunEvent[]): void;
  wake(sessions: readonly SessionId[]): void;
}

function createFeatures(
  { environment, projectFolder, url, toolSources = [] }: ContainerOptions,
  { stores, onCommit, wake }: FeatureDeps,
) {
  const { database, artifacts, servers, vault } = stores;
  const waits = createWaitStore(database, onCommit);
  const builtinNames = new Set<string>();
  const skills = createSkills({
    roots: [
      { label: "packages/skills", path: join(projectFolder, "packages", "skills") },
      { label: "data folder", path: join(environment.dataDir, "skills") },
    ],
    pythonCommand: environment.pythonCommand,
    pythonConcurrency: environment.pythonConcurrency,
    helpersPath: join(projectFolder, "server", "skills", "python"),
    workPath: join(environment.dataDir, "work"),
    files: artifacts,
    searchPath: environment.searchPath,
    nodeCommand: process.execPath,
    isReserved: (name) => builtinNames.has(name) || name.startsWith("mcp__") || name.startsWith("delegate_"),
  });
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
    runDirectory: (runId) => join(environment.dataDir, "runs", runId),
  });
  const teamDatabase = createTeamDatabase({ adminPool: database, url, secrets: vault });
  const families = [
    createQuestionTools(waits),
    skills.builtins,
    createTodoTools(),
    createHistoryTools(createHistoryArchive(database)),
    createTeamDatabaseTools(teamDatabase),
  ];
  const sources: readonly ExplainedSource[] = [
    { source: createBuiltinToolSource(families), reasonFor: () => "Always granted" },
    { source: skills.toolSource, reasonFor: (tool) => `Skill ${tool.origin.id}, once activated` },
    {
      source: createMcpToolSource({ book: servers, caller: mcp }),
      reasonFor: () => "Granted here. Starts on first call",
    },
    ...toolSources.map((source) => ({ source, reasonFor: () => "From the program that runs OpenHive" })),
    {
      source: createDelegationToolSource(createDelegationBook({ database, onCommit, wake })),
      reasonFor: () => "From the lines on the chart",
    },
  ];
  const models = createModelDirectory({
    settings: stores.providers,
    environment: environment.providers,
    rehearsalPace: environment.rehearsalPace,
  });
  return { waits, skills, mcp, sources, models, teamDatabase };
}

interface WorkDeps extends Omit<FeatureDeps, "wake"> {
  readonly features: Features;
  readonly doorbell: Notifications;
  readonly queue: WakeQueue;
  onError(error: unknown): void;
}

function startWork(
  { environment, url, applicationName, keepsOwnRuns = false }: ContainerOptions,
  deps: WorkDeps,
): Promise<Worker> {
  const { stores, features, doorbell, queue, onCommit, onError } = deps;
  const { database, versions, artifacts, frozenTexts, log, hub } = stores;
  const deltas = createDeltaStream({
    drafts: log,
    send(delta) {
      hub.publishDelta(delta);
      doorbell.delta(delta);
    },
  });
  const outputs = {
    keepOutput: async (context: ToolContext, output: { readonly name: string; readonly text: string }) => {
      const file = await artifacts.keep(context, {
        name: output.name,
        mediaType: "text/plain",
        content: Buffer.from(output.text),
      });
      context.emit({ type: "artifact.created", callId: context.callId, ...file });
      return { type: "artifact", ...file } as const;
    },
  };
  const slots = createSlotDesk({
    database,
    onCommit,
    global: environment.maxSessionsGlobal,
    providers: createProviderLimits(database, environment.providerLimits),
  });
  return startWorker({
    acquireLock: (onLost) => acquireWorkerLock({ url, applicationName, onLost }),
    createRunner: (worker) =>
      createSessionRunner({
        worker,
        maxSessions: environment.maxSessions,
        engine: {
          sessions: createSessionStore({ database, versions, onCommit, slots }),
          models: features.models,
          toolSources: features.sources.map(({ source }) => source),
          promptSources: [features.skills.promptSource],
          steps: [
            limitOutput(outputs, environment.resultMaxChars),
            breakLoops(environment.maxRepeatedCalls),
            limitTime,
          ],
          maxConcurrency: environment.maxToolConcurrency,
          frozenTexts,
          deltas,
        },
        onSessionEnd: (sessionId) => void features.mcp.closeSession(sessionId),
        onError,
      }),
    handOver: (sessions) => queue.enqueue(sessions),
    sweeps: !keepsOwnRuns,
    onError,
  });
}
