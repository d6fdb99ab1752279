import { setTimeout as delay } from "node:timers/promises";
import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import pRetry from "p-retry";
import type { ListedTool } from "../contract/tool-array.ts";
import { ModelError, type ModelPort, type ModelReply, type ModelRequest } from "../engine/ports.ts";
import { markPrompt, markTools } from "./cache-marks.ts";
import type { ConnectedModel } from "./connect-model.ts";
import { limitCall } from "./limit-call.ts";
import type { BeforeAttempt } from "./limit-requests.ts";
import { type RawReply, readReply } from "./read-reply.ts";
import { type RetryPace, retryDelay } from "./retry-delay.ts";
import { toFunctionTool } from "./to-function-tool.ts";
import { type AskedModel, type FailedAttempt, toFailedAttempt } from "./to-model-error.ts";
import { toPrompt } from "./to-prompt.ts";
import { toReply } from "./to-reply.ts";
import type { UsageRates } from "./to-usage.ts";
import type { SessionWire } from "./wires/model-wire.ts";

export interface ModelPortOptions {
  readonly connected: ConnectedModel;
  /** The wire whose `fetch` the connected model has. Without one the package streams by itself. */
  readonly wire?: SessionWire | undefined;
  /** Id under which parts of replies are kept for the same provider. */
  readonly provider: string;
  /** For sentences that people read. */
  readonly providerName: string;
  /** The provider's key: kept out of messages. */
  readonly secret: string | null;
  readonly rates: UsageRates;
  readonly isScripted: boolean;
  readonly contextTokens: number;
  /** Attempts in all, the first one included. */
  readonly attempts: number;
  readonly pace: RetryPace;
  /** Milliseconds after which a call is given up, its attempts and pauses together. */
  readonly mostCallMs: number;
  /** Awaited before each attempt; what it rejects with ends the call, and no attempt follows. */
  readonly beforeAttempt?: BeforeAttempt | undefined;
}

/** Carries a failed attempt through `p-retry`. */
class AttemptError extends Error {
  readonly failed: FailedAttempt;

  constructor(failed: FailedAttempt) {
    super(failed.error.message, { cause: failed.error });
    this.name = "AttemptError";
    this.failed = failed;
  }
}

/** Drives one model of a provider package: one streamed attempt after the other until a whole reply is there. */
export function createModelPort(options: ModelPortOptions): ModelPort {
  return {
    isScripted: options.isScripted,
    contextTokens: options.contextTokens,
    async respond(asked) {
      const { request, failure, end } = limitCall(asked, {
        providerName: options.providerName,
        mostMs: options.mostCallMs,
      });
      try {
        return await pRetry((attempt) => attemptOnce(options, request, attempt), {
          retries: options.attempts - 1,
          minTimeout: 0,
          signal: request.signal,
          shouldRetry: ({ error }) => error instanceof AttemptError && error.failed.isRetryable,
          onFailedAttempt: ({ error, attemptNumber, retriesLeft }) =>
            waitForNext({ error, attemptNumber, retriesLeft }, options, request),
        });
      } catch (error) {
        throw failure() ?? (request.signal.aborted ? aborted(request.signal) : finalError(error));
      } finally {
        end();
      }
    },
  };
}

async function attemptOnce(
  options: ModelPortOptions,
  request: ModelRequest,
  attempt: number,
): Promise<ModelReply> {
  const { connected, provider, rates } = options;
  await options.beforeAttempt?.(request, attempt);
  try {
    const { language } = connected;
    const raw = options.wire
      ? await options.wire.ask({ language, options: connected.options, provider, request })
      : await askStreamed(options, request);
    return toReply(raw, { provider, takenIds: request.takenIds, rates });
  } catch (error) {
    throw new AttemptError(toFailedAttempt(error, asked(options)));
  }
}

async function askStreamed(options: ModelPortOptions, request: ModelRequest): Promise<RawReply> {
  const { stream } = await options.connected.language.doStream(callOptions(options, request));
  return readReply(stream, request.onText);
}

function callOptions(
  { connected, provider }: ModelPortOptions,
  request: ModelRequest,
): LanguageModelV4CallOptions {
  const prompt = toPrompt({ provider, system: request.system, messages: request.messages });
  const tools = request.tools.map(toMarkedTool);
  return {
    prompt: connected.hasCacheMarks ? markPrompt(prompt) : prompt,
    ...(tools.length > 0 && { tools: connected.hasCacheMarks ? markTools(tools) : tools }),
    providerOptions: connected.options,
    abortSignal: request.signal,
  };
}

/** A tool with what else is known of it, for a model that is no server's: nothing of it leaves this process. */
function toMarkedTool(tool: ListedTool): LanguageModelV4FunctionTool {
  const openhive = { origin: tool.origin.kind, saidEffect: tool.saidEffect };
  return { ...toFunctionTool(tool), providerOptions: { openhive } };
}

interface FailedContext {
  readonly error: Error;
  readonly attemptNumber: number;
  readonly retriesLeft: number;
}

async function waitForNext(
  { error, attemptNumber, retriesLeft }: FailedContext,
  options: ModelPortOptions,
  request: ModelRequest,
): Promise<void> {
  if (
    !(error instanceof AttemptError) ||
    !error.failed.isRetryable ||
    retriesLeft === 0 ||
    request.signal.aborted
  )
    return;
  const delayMs = retryDelay(attemptNumber, error.failed.headers, options.pace);
  request.onRetry({ attempt: attemptNumber, delayMs, reason: error.failed.error.message });
  await delay(delayMs, undefined, { signal: request.signal });
}

/** What an attempt failed with, explained; whatever kept it from being made, as it is. */
function finalError(error: unknown): unknown {
  return error instanceof AttemptError ? error.failed.error : error;
}

function asked({ providerName, connected, secret }: ModelPortOptions): AskedModel {
  return { provider: providerName, model: connected.language.modelId, secret };
}

function aborted(signal: AbortSignal): ModelError {
  return new ModelError("aborted", "The model call was stopped.", signal.reason);
}
