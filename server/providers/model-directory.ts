import { PERSON_PROVIDER, SEAT_ID_TAKEN } from "../contract/agent-model.ts";
import type { ProviderSummary } from "../contract/provider.ts";
import { type ModelDirectory, ModelError, type ModelPort } from "../engine/ports.ts";
import { contextTokensOf } from "./context-tokens.ts";
import { describeProviders } from "./describe-providers.ts";
import { limitRequests, type RequestLimits } from "./limit-requests.ts";
import type { createLinkedModels, LinkedModel } from "./linked-models.ts";
import { createModelPort } from "./model-port.ts";
import { seatPort } from "./person/seat-port.ts";
import type { ProviderBook } from "./provider-book.ts";
import type { ProviderEnvironment } from "./provider-environment.ts";
import { createRehearsalModel } from "./rehearsal/rehearsal-model.ts";
import { assertReady, findProvider, type ResolvedProvider } from "./resolve-provider.ts";
import { DEFAULT_RETRY_PACE, type RetryPace } from "./retry-delay.ts";

export interface ModelDirectoryOptions {
  readonly settings: ProviderBook;
  readonly environment: ProviderEnvironment;
  /** 1 is a pace people can watch, 0 no pause at all. */
  readonly rehearsalPace: number;
  /** Attempts of one model call, the first included. Default 5. */
  readonly attempts?: number;
  readonly retryPace?: RetryPace;
  /** Milliseconds without a byte from a provider after which an attempt is given up. Default four minutes. */
  readonly stallMs?: number;
  /** Milliseconds after which a call is given up, its attempts and pauses together. Default one hour. */
  readonly mostCallMs?: number;
  /** How often providers may be asked. Absent: as often as one likes. */
  readonly limits?: RequestLimits;
}

export interface ProviderDirectory extends ModelDirectory {
  /** Every provider that can be named in an org, without keys. */
  describeProviders(): Promise<readonly ProviderSummary[]>;
}

const MOST_CALL_MS = 3_600_000;
const REHEARSAL_PROVIDER = "rehearsal";

/** Finds models by provider and name: the rehearsal, those of the environment and those added in settings. */
export function createModelDirectory(options: ModelDirectoryOptions): ProviderDirectory {
  const { environment, settings } = options;
  let linked: Promise<ReturnType<typeof createLinkedModels>> | undefined;
  // The first agent that needs a provider package loads them: commands and rehearsals start without.
  const linkedModels = () => {
    linked ??= import("./linked-models.ts").then((module) =>
      module.createLinkedModels(options.stallMs ?? 240_000),
    );
    return linked;
  };
  return {
    async resolve({ provider: id, model }) {
      if (id === REHEARSAL_PROVIDER) return rehearsalPort(options);
      if (id === PERSON_PROVIDER) {
        if (await settings.find(id)) throw new ModelError("not_configured", SEAT_ID_TAKEN);
        return seatPort;
      }
      const provider = await findProvider(id, settings, environment);
      if (!provider) {
        throw new ModelError(
          "not_configured",
          `There is no provider "${id}". Add it in Settings, Models, or choose another model.`,
        );
      }
      assertReady(provider);
      const linkedModel = await linkedModels();
      return providerPort({ provider, model, ...linkedModel(provider, model) }, options);
    },
    describeProviders: () => describeProviders(settings, environment),
  };
}

interface ChosenModel extends LinkedModel {
  readonly provider: ResolvedProvider;
  readonly model: string;
}

function providerPort(
  { provider, model, connected, wire }: ChosenModel,
  options: ModelDirectoryOptions,
): ModelPort {
  return createModelPort({
    connected,
    wire: wire.open(),
    provider: provider.id,
    providerName: provider.name,
    secret: provider.apiKey,
    rates: provider.kind === "openai-compatible" ? "unknown" : { kind: provider.kind, model },
    isScripted: false,
    contextTokens: contextTokensOf(provider, model),
    attempts: options.attempts ?? 5,
    pace: options.retryPace ?? DEFAULT_RETRY_PACE,
    mostCallMs: options.mostCallMs ?? MOST_CALL_MS,
    beforeAttempt: options.limits && limitRequests(provider.id, options.limits),
  });
}

function rehearsalPort({ rehearsalPace, limits }: ModelDirectoryOptions): ModelPort {
  return createModelPort({
    connected: { language: createRehearsalModel({ pace: rehearsalPace }), hasCacheMarks: false, options: {} },
    provider: REHEARSAL_PROVIDER,
    providerName: "Rehearsal",
    secret: null,
    rates: "free",
    isScripted: true,
    // It reads any length at no cost, so nothing has ever to be left out.
    contextTokens: Number.POSITIVE_INFINITY,
    attempts: 1,
    pace: DEFAULT_RETRY_PACE,
    mostCallMs: MOST_CALL_MS,
    beforeAttempt: limits && limitRequests(REHEARSAL_PROVIDER, limits),
  });
}
