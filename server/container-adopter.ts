import type { ContainerOptions } from "./container-options.ts";
import type { Stores } from "./container-stores.ts";
import type { Worker } from "./jobs/worker.ts";
import type { Metrics } from "./metrics/create-metrics.ts";
import type { CommitListener } from "./store/event-rows.ts";
import { type Adopter, isAnyLimited } from "./store/sessions/run-contexts.ts";
import { createProviderLimits } from "./store/slots/provider-limits.ts";
import { createSlotDesk, type SlotDesk } from "./store/slots/slot-desk.ts";

export interface AdopterDeps {
  readonly stores: Stores;
  readonly metrics: Pick<Metrics, "claimed">;
  readonly onCommit: CommitListener;
  /** The worker of this process, once there is one. */
  worker(): Worker | undefined;
}

/**
 * Sessions that are opened in this process go to its worker without being claimed, where it has room and no limit of the slot
 * desk concerns them.
 */
export function openAdopter(
  { environment }: ContainerOptions,
  { stores: { database }, metrics, onCommit, worker }: AdopterDeps,
): { readonly slots: SlotDesk; readonly adopter: Adopter } {
  const slots = createSlotDesk({
    database,
    onCommit,
    global: environment.maxSessionsGlobal,
    providers: createProviderLimits(database, environment.providerLimits),
  });
  const adopter: Adopter = {
    worker: (count) => worker()?.roomFor(count),
    take(sessions) {
      for (const _session of sessions) metrics.claimed();
      worker()?.take(sessions);
    },
    isLimited: (context, agentIds) => isAnyLimited(slots, context, agentIds),
  };
  return { slots, adopter };
}
