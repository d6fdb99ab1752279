import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { RunEvent } from "../contract/run-event.ts";

/** Figures that are looked up when somebody asks for them. */
export interface MetricsSources {
  /** Sessions in this process: at work, and waiting because it has no room. */
  sessions(): { readonly running: number; readonly waiting: number };
  /** Followers of runs in this process. */
  followers(): number;
  /** Wake-ups on the whole database that nobody has taken. */
  queueDepth(): Promise<number>;
  /** Sessions on the whole database that wait for room under a limit. */
  slotWaiters(): Promise<number>;
}

/** What this process did and does, for Prometheus. */
export interface Metrics {
  /** Events that this process committed. Never throws. */
  committed(events: readonly RunEvent[]): void;
  claimed(): void;
  commitTook(seconds: number): void;
  /** The text exposition format, and its media type. Figures of the database are left out while it does not answer. */
  read(): Promise<{ readonly mediaType: string; readonly text: string }>;
}

const CALL_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** Counts in a registry of its own, so that two of them in one process do not mix. */
export function createMetrics(sources: MetricsSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const claims = new Counter({
    name: "openhive_claims_total",
    help: "Sessions that this process took to work on",
    registers,
  });
  const commitSeconds = new Histogram({
    name: "openhive_commit_seconds",
    help: "Time until events of a session were durable, waiting for a shared commit included",
    buckets: COMMIT_SECONDS,
    registers,
  });
  addGauges(registers, sources);
  const count = createEventCounter(registers);
  return {
    committed(events) {
      for (const event of events) count(event);
    },
    claimed: () => claims.inc(),
    commitTook: (seconds) => commitSeconds.observe(seconds),
    async read() {
      return { mediaType: registry.contentType, text: await registry.metrics() };
    },
  };
}

function addGauges(registers: Registry[], sources: MetricsSources): void {
  const own = { running: "At work in this process", waiting: "Waiting because this process has no room" };
  for (const [name, help] of Object.entries(own) as [keyof typeof own, string][]) {
    new Gauge({
      name: `openhive_sessions_${name}`,
      help: `Sessions: ${help.toLowerCase()}`,
      registers,
      collect() {
        this.set(sources.sessions()[name]);
      },
    });
  }
  new Gauge({
    name: "openhive_followers",
    help: "Readers that follow a run over this process",
    registers,
    collect() {
      this.set(sources.followers());
    },
  });
  const shared = {
    slot_waiters: {
      help: "Sessions on the whole database that wait for room under a limit",
      read: sources.slotWaiters,
    },
    queue_depth: {
      help: "Wake-ups on the whole database that no worker has taken",
      read: sources.queueDepth,
    },
  };
  for (const [name, { help, read }] of Object.entries(shared)) {
    new Gauge({
      name: `openhive_${name}`,
      help,
      registers,
      async collect() {
        await read().then(
          (value) => this.set(value),
          () => this.remove(),
        );
      },
    });
  }
}

function createEventCounter(registers: Registry[]): (event: RunEvent) => void {
  const events = new Counter({
    name: "openhive_events_committed_total",
    help: "Events of runs that this process committed",
    registers,
  });
  const turns = new Counter({
    name: "openhive_turns_total",
    help: "Model calls that came to an end",
    registers,
  });
  const retries = new Counter({
    name: "openhive_turn_retries_total",
    help: "Attempts at a model call that failed and were repeated",
    registers,
  });
  const callSeconds = new Histogram({
    name: "openhive_model_call_seconds",
    help: "Duration of model calls",
    buckets: CALL_SECONDS,
    registers,
  });
  const tokens = new Counter({
    name: "openhive_tokens_total",
    help: "Tokens of model calls; cached ones are among the input",
    labelNames: ["kind"] as const,
    registers,
  });
  const tools = new Counter({
    name: "openhive_tool_calls_total",
    help: "Tool calls by outcome: ok, or the code of the error",
    labelNames: ["outcome"] as const,
    registers,
  });
  const sessions = new Counter({
    name: "openhive_sessions_finished_total",
    help: "Sessions that ended, by outcome",
    labelNames: ["outcome"] as const,
    registers,
  });
  return (event) => {
    events.inc();
    switch (event.type) {
      case "turn.finished":
        turns.inc();
        callSeconds.observe(event.durationMs / 1_000);
        tokens.inc({ kind: "input" }, event.usage.inputTokens);
        tokens.inc({ kind: "cached_input" }, event.usage.cachedInputTokens);
        tokens.inc({ kind: "output" }, event.usage.outputTokens);
        break;
      case "turn.retried":
        retries.inc();
        break;
      case "tool_result":
        tools.inc({ outcome: event.result.status === "ok" ? "ok" : event.result.code });
        break;
      case "session.finished":
        sessions.inc({ outcome: event.outcome });
        break;
      default:
        break;
    }
  };
}
