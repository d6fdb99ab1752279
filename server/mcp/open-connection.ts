import { createHash } from "node:crypto";
import { Client, type PriorDiscovery, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import type { ProcessLedger } from "../security/process-ledger.ts";
import { ChildTransport } from "./child-transport.ts";
import { createConnection, type McpConnection } from "./connection.ts";
import type { EraMemory } from "./era-memory.ts";
import type { ProcessLimits } from "./mcp-limits.ts";
import type { ServerLaunch } from "./server-launch.ts";
import { explainStartFailure } from "./start-failure.ts";
import { toPrior } from "./to-prior.ts";

export interface ConnectionSettings extends ProcessLimits {
  readonly ledger: ProcessLedger;
  readonly eras: EraMemory;
  /** Milliseconds from the start of the process until it has to be ready. */
  readonly startTimeoutMs: number;
}

type Verdict = PriorDiscovery | undefined;

const clientName = { name: "openhive", version: "0.1.0" };
/** A server that does not know the question is asked no longer than this which protocol it speaks. */
const probeTimeoutMs = 4_000;

/**
 * Starts a server's process and agrees on a protocol version with it.
 *
 * Rejects with an `Error` whose message a person can act on (not found, exited with code N and its last words, no answer in
 * time); nothing of the process is left then. Aborting `signal` gives the start up.
 */
export async function openConnection(
  launch: ServerLaunch,
  settings: ConnectionSettings,
  signal: AbortSignal,
): Promise<McpConnection> {
  const key = fingerprint(launch);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(settings.startTimeoutMs)]);
  const attempt = (verdict: Verdict) => connect(launch, settings, { verdict, signal: limit });
  const remembered = await settings.eras.get(key);
  const { client, transport } = await attempt(remembered).catch(async (error: unknown) => {
    const next = nextVerdict(error, remembered);
    if (next === "give up" || limit.aborted) throw toStartError(error, launch, settings);
    await settings.eras.forget(key);
    return attempt(next).catch((second: unknown) => {
      throw toStartError(second, launch, settings);
    });
  });
  const discover = client.getDiscoverResult();
  const verdict: PriorDiscovery = discover === undefined ? { kind: "legacy" } : toPrior(discover);
  if (remembered === undefined || remembered.kind !== verdict.kind) await settings.eras.set(key, verdict);
  return createConnection(client, transport);
}

/** A failed first attempt may only mean that the server was asked in the wrong way. */
function nextVerdict(error: unknown, tried: Verdict): Verdict | "give up" {
  const failure = error instanceof AttemptError ? error : undefined;
  if (failure === undefined || failure.isSpawnFailure) return "give up";
  if (tried !== undefined) return undefined;
  // Servers on older SDKs end at the first question they do not know: ask a fresh process the old way.
  const isNegotiation =
    failure.cause instanceof SdkError && failure.cause.code === SdkErrorCode.EraNegotiationFailed;
  return isNegotiation && failure.transport.end !== undefined ? { kind: "legacy" } : "give up";
}

interface Attempt {
  readonly verdict: Verdict;
  readonly signal: AbortSignal;
}

/** One process that did not become ready; it is gone when this is thrown. */
class AttemptError extends Error {
  readonly transport: ChildTransport;
  readonly isTimeout: boolean;
  readonly isSpawnFailure: boolean;

  constructor(cause: unknown, transport: ChildTransport, isTimeout: boolean) {
    super("The server did not become ready.", { cause });
    this.name = "AttemptError";
    this.transport = transport;
    this.isTimeout = isTimeout;
    this.isSpawnFailure = transport.pid === null;
  }
}

async function connect(launch: ServerLaunch, settings: ConnectionSettings, { verdict, signal }: Attempt) {
  signal.throwIfAborted();
  const transport = new ChildTransport({ launch, ...settings });
  const client = new Client(clientName, {
    capabilities: {},
    versionNegotiation: { mode: "auto", probe: { timeoutMs: probeTimeoutMs } },
  });
  // Noise of the protocol (unknown answers, stray requests) is no failure of a call.
  client.onerror = () => undefined;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const options = {
      timeout: settings.startTimeoutMs,
      ...(verdict === undefined ? {} : { prior: verdict }),
    };
    await Promise.race([client.connect(transport, options), aborted]);
    return { client, transport };
  } catch (cause) {
    await transport.close();
    const error = new AttemptError(cause, transport, signal.aborted);
    throw error;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function toStartError(error: unknown, launch: ServerLaunch, settings: ConnectionSettings): Error {
  if (!(error instanceof AttemptError)) return new Error("The start was given up.", { cause: error });
  const { cause, transport, isTimeout } = error;
  const message = explainStartFailure({
    cause,
    transport,
    isTimeout,
    launch,
    startTimeoutMs: settings.startTimeoutMs,
  });
  return new Error(message, { cause });
}

/** Names of the environment and of secrets only: a digest of a secret is still a trace of it. */
function fingerprint({ command, shownArgs, env }: ServerLaunch): string {
  return createHash("sha256")
    .update(JSON.stringify([command, shownArgs, Object.keys(env).sort()]))
    .digest("hex");
}
