import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import { openAdopter } from "./container-adopter.ts";
import { createFeatures, type Features } from "./container-features.ts";
import type { ContainerOptions } from "./container-options.ts";
import { openStores, type Stores } from "./container-stores.ts";
import { startWork } from "./container-work.ts";
import { workspacesIn } from "./container-workspaces.ts";
import { isAppError } from "./contract/app-error.ts";
import type { RunId, SessionId } from "./contract/ids.ts";
import type { RunEvent } from "./contract/run-event.ts";
import type { Services } from "./contract/services.ts";
import type { RunEventHub } from "./events/run-event-hub.ts";
import { keepLooking } from "./jobs/keep-looking.ts";
import { openWakeQueue, type WakeQueue } from "./jobs/wake-queue.ts";
import type { Worker } from "./jobs/worker.ts";
import { createMetrics, type Metrics } from "./metrics/create-metrics.ts";
import { changeKey } from "./security/change-key.ts";
import type { AddressPolicy } from "./security/check-origin.ts";
import { createSecretRegister, type SecretRegister } from "./security/scrub/secret-register.ts";
import { createServices, type Expiring } from "./services/create-services.ts";
import { createHideInLines } from "./services/hide-in-lines.ts";
import { createHideSecrets } from "./services/hide-secrets.ts";
import { createTemplateShelf } from "./services/org-files/template-shelf.ts";
import { seedExample } from "./services/seed-example.ts";
import type { CommitListener } from "./store/event-rows.ts";
import { isAnswering } from "./store/is-answering.ts";
import { type Notifications, openNotifications } from "./store/notifications.ts";
import { createEndedWorkspaces } from "./store/runs/ended-workspaces.ts";
import { listSessions } from "./store/runs/list-sessions.ts";
import { createSealedValues } from "./store/secrets/sealed-values.ts";
import type { Adopter } from "./store/sessions/run-contexts.ts";
import { createOnceBook } from "./store/settings/once-book.ts";
import { countSlotWaiters } from "./store/slots/count-slot-waiters.ts";
import { toOutage } from "./store/to-outage.ts";
import { tidyWorkspaces } from "./tools/builtin/files/tidy-workspaces.ts";
import { createWorkspaceWindow } from "./tools/builtin/files/workspace-window.ts";

/** Milliseconds. */
const TIDY_INTERVAL = 3_600_000;
/** Milliseconds between two looks for what nobody answered in time: often enough for two minutes to be two minutes. */
const EXPIRY_INTERVAL = 2_000;

export interface Container {
  readonly services: Services;
  readonly logger: Logger;
  /** From where the pages and the API may be used. */
  readonly addressPolicy: AddressPolicy;
  /** Whether this process takes work and the database answers. */
  isReady(): Promise<boolean>;
  /** How many agents are at work in this process. */
  atWork(): number;
  /** Whether it was told to stop. */
  isLeaving(): boolean;
  /** Hands out secrets to what somebody tries by hand, and hides them in texts from then on. */
  readonly trySecrets: Pick<Stores["secretDesk"], "forTry"> & { hide(text: string): string };
  /** What this process did and does, as Prometheus reads it. */
  metrics(): ReturnType<Metrics["read"]>;
  /**
   * Takes no more sessions and leaves those at work here to others at their next turn boundary, for as long as the environment
   * grants. Resolves when nothing runs any more or the time is over: close it then. Pages go on.
   */
  drain(): Promise<void>;
  /** Stops working, gives sessions back, ends child processes, closes connections. Idempotent. */
  close(): Promise<void>;
}

/** Wires OpenHive: the one place that knows every part. */
export async function createContainer(options: ContainerOptions): Promise<Container> {
  const { environment, url, applicationName } = options;
  const { logger, onError, secrets } = createLog(options);
  const parts: Parts = {};
  const wake = (sessions: readonly SessionId[]): void => parts.worker?.wake(sessions);
  const stores = await openStores(options, { secrets, onError });
  const doorbell = await openDoorbell(options, {
    hub: stores.hub,
    stopped: (runId) => parts.stopped?.(runId),
    stoppedSessions: (sessions) => parts.stoppedSessions?.(sessions),
    rulesChanged: stores.rules.changed,
    providersChanged: stores.providers.changed,
    slotFree: (worker, sessionId) => parts.worker?.wakeHere(worker, sessionId),
  });
  const metrics = createMetrics({
    sessions: () => parts.worker?.figures() ?? { running: 0, waiting: 0 },
    followers: stores.hub.followers,
    queueDepth: () => queue.depth(),
    slotWaiters: () => countSlotWaiters(stores.database),
  });
  const onCommit = (events: readonly RunEvent[]): void => {
    metrics.committed(events);
    stores.hub.publish(events);
    if (events[0]) doorbell.committed(events[0].runId);
  };
  const rulesChanged = tellOf(stores, doorbell);
  const worker = (): Worker | undefined => parts.worker;
  const { slots, adopter } = openAdopter(options, { stores, metrics, onCommit, worker });
  const hide = (text: string) => secrets.scrubber.text(text).value;
  const features = createFeatures(options, { stores, onCommit, rulesChanged, onError, hide });
  stopHere(parts, { stores, features, onError });
  await learnSecrets(stores, onError);
  await features.reserveNames();
  await features.mcp.reapLeftovers();
  const consumes = environment.role !== "web" && !options.keepsOwnRuns;
  const queue = await openWakeQueue({ url, applicationName, consumes, onError });
  const made = { parts, stores, features, slots, adopter, doorbell, queue, metrics };
  const stopSessions = stopEverywhere(parts, doorbell);
  const deps = { ...made, onCommit, wake, stopSessions, rulesChanged, secrets, onError };
  if (environment.role !== "web") {
    parts.worker = await startWork(options, deps);
    if (!options.keepsOwnRuns) await queue.consume(wake);
  }

  const services = await openServices(options, deps);
  const expiry = keepLooking({ look: services.overdue, onError, interval: EXPIRY_INTERVAL });
  const tidying = tidyRegularly(options, deps);

  let isLeaving = false;
  let closed: Promise<void> | undefined;
  const close = () => closeInOrder([expiry, tidying, { close: () => closeAll(deps) }]);
  return {
    services,
    logger,
    addressPolicy: { host: environment.host, allowedHosts: environment.allowedHosts },
    trySecrets: toTrySecrets(stores, secrets),
    isReady: async () => !isLeaving && (await isAnswering(stores.database)),
    atWork: () => parts.worker?.figures().running ?? 0,
    isLeaving: () => isLeaving,
    metrics: metrics.read,
    async drain() {
      isLeaving = true;
      if (!options.keepsOwnRuns) await leaveToOthers(deps, environment.drainSeconds);
    },
    close() {
      isLeaving = true;
      closed ??= close();
      return closed;
    },
  };
}

async function closeInOrder(parts: readonly ({ close(): Promise<void> } | undefined)[]): Promise<void> {
  for (const part of parts) await part?.close();
}

async function leaveToOthers({ queue, parts }: ToClose, seconds: number): Promise<void> {
  await queue.stopConsuming();
  await parts.worker?.drain(seconds * 1_000);
}

function toTrySecrets({ secretDesk }: Stores, { scrubber }: SecretRegister): Container["trySecrets"] {
  return { forTry: secretDesk.forTry, hide: (text) => scrubber.text(text).value };
}

/** Clears away workspaces that nobody needs any more, where agents work. */
function tidyRegularly(
  { environment }: ContainerOptions,
  { stores, parts, onError }: StopDeps & { readonly parts: Parts },
) {
  if (!parts.worker) return undefined;
  const folder = workspacesIn(environment.dataDir);
  const ended = createEndedWorkspaces(stores.database);
  return keepLooking({
    look: () => tidyWorkspaces({ folder, days: environment.workspaceDays, ...ended }),
    onError,
    interval: TIDY_INTERVAL,
  });
}

/** Says here and elsewhere that the rules about tools changed. */
function tellOf({ rules }: Stores, doorbell: Notifications): () => void {
  return () => {
    rules.changed();
    doorbell.rulesChanged();
  };
}

/** Reads every stored secret once, so that each is hidden from now on, wherever it turns up first. */
async function learnSecrets(
  { providers, servers, secretDesk }: Stores,
  onError: (error: unknown) => void,
): Promise<void> {
  const read = [providers.list(), servers.list(), secretDesk.refresh()];
  for (const outcome of await Promise.allSettled(read))
    if (outcome.status === "rejected") onError(outcome.reason);
}

/** The log, and the secrets that never stand in it: what the environment gave, and later what passes through the vault. */
function createLog({ environment, logTo }: ContainerOptions) {
  const { encryptionKey, providers, braveKey } = environment;
  const secrets = createSecretRegister([
    encryptionKey,
    braveKey,
    ...Object.values(providers).map(({ apiKey }) => apiKey),
  ]);
  const lines = logTo ?? pino.destination({ fd: 2, sync: false });
  const destination = { write: (line: string) => void lines.write(secrets.scrubber.text(line).value) };
  const logger = pino({ level: environment.logLevel, name: "openhive" }, destination);
  const onError = (error: unknown): void => {
    // An outage needs its reason alone: whatever stood still goes on by itself, and each part says so.
    const told = toOutage(error);
    if (isAppError(told)) logger.warn(told.message);
    else logger.error(error);
  };
  return { logger, onError, secrets };
}

interface ToClose extends StopDeps {
  readonly parts: Parts;
  readonly queue: WakeQueue;
  readonly doorbell: Notifications;
}

async function closeAll({ parts, stores, features, queue, doorbell, onError }: ToClose): Promise<void> {
  await parts.worker?.close().catch(onError);
  await Promise.allSettled([
    queue.close(),
    features.mcp.closeAll(),
    features.closeSkills(),
    doorbell.close(),
  ]);
  await Promise.allSettled([stores.database.end(), stores.prisma.$disconnect()]);
}

/** What comes later than those who need it. */
interface Parts {
  worker?: Worker;
  stopped?(runId: RunId): void;
  stoppedSessions?(sessions: readonly SessionId[]): void;
}

interface StopDeps {
  readonly stores: Stores;
  readonly features: Features;
  onError(error: unknown): void;
}

/** Ends here what was stopped, here or in another process. */
function stopHere(parts: Parts, { stores, features, onError }: StopDeps): void {
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
}

/** Ends sessions that were stopped, here and in every other process. */
function stopEverywhere(parts: Parts, doorbell: Notifications) {
  return (sessions: readonly SessionId[]): void => {
    parts.stoppedSessions?.(sessions);
    doorbell.stoppedSessions(sessions);
  };
}

interface ServiceDeps {
  readonly parts: Parts;
  readonly stores: Stores;
  readonly features: Features;
  readonly adopter: Adopter;
  readonly doorbell: Notifications;
  readonly queue: WakeQueue;
  readonly onCommit: CommitListener;
  readonly secrets: SecretRegister;
  wake(sessions: readonly SessionId[]): void;
  /** Ends what goes on for them, here and elsewhere. */
  stopSessions(sessions: readonly SessionId[]): void;
  rulesChanged(): void;
  onError(error: unknown): void;
}

async function openServices(
  options: ContainerOptions,
  { parts, stores, features, adopter, doorbell, queue, ...deps }: ServiceDeps,
): Promise<Services & Expiring> {
  const { wake, stopSessions, onCommit, rulesChanged, secrets, onError } = deps;
  const services = createServices({
    ...stores,
    templates: createTemplateShelf(join(options.projectFolder, "packages", "templates")),
    belongings: { dropTables: (orgId) => features.teamDatabase.drop(orgId) },
    workspaces: createWorkspaceWindow(workspacesIn(options.environment.dataDir)),
    waits: features.waits,
    notices: features.notices,
    secrets: stores.secretStore,
    hide: createHideSecrets(secrets.scrubber),
    hideInLines: createHideInLines(secrets.scrubber),
    changeKey: (newKey, actor) =>
      changeKey({
        dataDir: options.environment.dataDir,
        configuredKey: options.environment.encryptionKey,
        vault: stores.vault,
        sealed: createSealedValues(stores.database, actor),
        newKey,
      }),
    onCommit,
    rulesChanged,
    desk: features.desk,
    sources: features.sources,
    promptSources: [features.skills.promptSource],
    skills: features.skills,
    mcp: { book: stores.servers, manager: features.mcp },
    models: features.models,
    providersChanged: doorbell.providersChanged,
    // A worker of this process takes it at once; should it die before it does, another one finds the session ready.
    enqueue: async (sessionId, transaction) => {
      if (!options.keepsOwnRuns && !parts.worker) await queue.enqueue([sessionId], transaction);
    },
    adopter,
    wake,
    // What made them ready is committed and counts: a wake-up that is lost makes them wait for the next look of a worker.
    wakeAnywhere: async (sessions) =>
      parts.worker ? wake(sessions) : queue.enqueue(sessions).catch(onError),
    stop(runId, sessions) {
      parts.worker?.stopRun(runId);
      doorbell.stopped(runId);
      for (const sessionId of sessions) void features.mcp.closeSession(sessionId);
    },
    stopSessions,
  });

  await seedExample({
    services,
    orgs: stores.orgs,
    once: createOnceBook(stores.database),
    dataFolder: options.environment.dataDir,
    projectFolder: options.projectFolder,
  });
  return services;
}

interface Doorbell {
  readonly hub: RunEventHub;
  stopped(runId: RunId): void;
  stoppedSessions(sessions: readonly SessionId[]): void;
  rulesChanged(): void;
  providersChanged(): void;
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
