import type { FeatureDeps, Features } from "./container-features.ts";
import type { ContainerOptions } from "./container-options.ts";
import type { SessionId } from "./contract/ids.ts";
import { breakLoops } from "./engine/steps/break-loops.ts";
import { checkRules } from "./engine/steps/check-rules.ts";
import { expandSecrets } from "./engine/steps/expand-secrets.ts";
import { limitOutput, type OutputStore } from "./engine/steps/limit-output.ts";
import { limitTime } from "./engine/steps/limit-time.ts";
import { needPerson } from "./engine/steps/need-person.ts";
import { refuseRedacted } from "./engine/steps/refuse-redacted.ts";
import { scrubOutput } from "./engine/steps/scrub-output.ts";
import { shareWorkspace } from "./engine/steps/share-workspace.ts";
import { createWorkspaceQueue } from "./engine/workspace-lock.ts";
import { createDeltaStream } from "./events/delta-stream.ts";
import { createKeptSessions } from "./jobs/kept-sessions.ts";
import { createSessionRunner } from "./jobs/session-runner.ts";
import type { WakeQueue } from "./jobs/wake-queue.ts";
import { startWorker, type Worker } from "./jobs/worker.ts";
import type { Metrics } from "./metrics/create-metrics.ts";
import { measureSessions } from "./metrics/measure-sessions.ts";
import type { SecretRegister } from "./security/scrub/secret-register.ts";
import type { Notifications } from "./store/notifications.ts";
import { createRefusalBook } from "./store/rules/refusal-book.ts";
import { createSessionStore } from "./store/sessions/postgres-session-store.ts";
import type { Adopter } from "./store/sessions/run-contexts.ts";
import type { SlotDesk } from "./store/slots/slot-desk.ts";
import { acquireWorkerLock } from "./store/worker-lock.ts";
import { createWorkspaceLocks, type WorkspaceLocks } from "./store/workspace-locks/workspace-locks.ts";

export interface WorkDeps extends Pick<FeatureDeps, "stores" | "onCommit"> {
  readonly features: Features;
  readonly slots: SlotDesk;
  readonly adopter: Adopter;
  readonly doorbell: Notifications;
  readonly queue: WakeQueue;
  readonly metrics: Metrics;
  readonly secrets: SecretRegister;
  wake(sessions: readonly SessionId[]): void;
  /** Ends what goes on for them, here and elsewhere. */
  stopSessions(sessions: readonly SessionId[]): void;
  onError(error: unknown): void;
}

/** Lets this process work on sessions. */
export async function startWork(
  { environment, url, applicationName, keepsOwnRuns = false }: ContainerOptions,
  deps: WorkDeps,
): Promise<Worker> {
  const { stores, secrets, features, slots, adopter, wake, stopSessions, doorbell, queue, metrics } = deps;
  const { onCommit, onError } = deps;
  const { database, versions, contexts, artifacts, frozenTexts, log, hub } = stores;
  const deltas = createDeltaStream({
    drafts: log,
    send(delta) {
      hub.publishDelta(delta);
      doorbell.delta(delta);
    },
  });
  const workspaces = createWorkspaceLocks({ url, applicationName, queue: createWorkspaceQueue() });
  const worker = await startWorker({
    acquireLock: (onLost) => acquireWorkerLock({ url, applicationName, onLost }),
    createRunner(worker) {
      const kept = createKeptSessions();
      const taking = { slots, adopter, wake, stopped: stopSessions, kept: { worker, find: kept.find } };
      const store = { database, versions, contexts, onCommit, ...taking };
      return createSessionRunner({
        worker,
        kept,
        maxSessions: environment.maxSessions,
        engine: {
          sessions: measureSessions(createSessionStore(store), metrics),
          models: features.models,
          toolSources: features.sources.map(({ source }) => source),
          promptSources: [features.skills.promptSource],
          gates: features.rules.gates,
          steps: [
            limitOutput(keepLongOutputs(artifacts), environment.resultMaxChars),
            scrubOutput(secrets.scrubber),
            checkRules(features.rules.gates),
            refuseRedacted,
            needPerson,
            features.rules.rates,
            breakLoops(environment.maxRepeatedCalls),
            features.rules.approvals,
            shareWorkspace(workspaces.of(worker)),
            limitTime,
            expandSecrets(stores.secretDesk),
          ],
          refusals: createRefusalBook(database),
          scrubber: secrets.scrubber,
          maxConcurrency: environment.maxToolConcurrency,
          frozenTexts,
          deltas,
        },
        handOver: (sessions) => void queue.enqueue(sessions).catch(onError),
        onSessionEnd: (sessionId) => void features.mcp.closeSession(sessionId),
        onError,
      });
    },
    handOver: (sessions) => queue.enqueue(sessions),
    sweeps: !keepsOwnRuns,
    belongings: {
      sessions: () => features.mcp.sessions(),
      close: (sessionId) => void features.mcp.closeSession(sessionId),
    },
    onError,
  });
  return closingAlso(worker, workspaces);
}

/** What is too long for a result becomes a file of the run. */
function keepLongOutputs(artifacts: WorkDeps["stores"]["artifacts"]): OutputStore {
  return {
    async keepOutput(context, output) {
      const file = await artifacts.keep(context, {
        name: output.name,
        mediaType: "text/plain",
        content: Buffer.from(output.text),
      });
      context.emit({ type: "artifact.created", callId: context.callId, ...file });
      return { type: "artifact", ...file };
    },
  };
}

/** Workspaces are given back when nothing works in them any more. */
function closingAlso(worker: Worker, workspaces: WorkspaceLocks): Worker {
  return {
    ...worker,
    async close() {
      await worker.close();
      workspaces.close();
    },
  };
}
