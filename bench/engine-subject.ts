import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { type Container, createContainer } from "../server/container.ts";
import type { OrgDetail } from "../server/contract/api.ts";
import { type OrgDocument, orgDocumentSchema } from "../server/contract/org-document.ts";
import type { RunSignal } from "../server/contract/run-event.ts";
import type { ToolSource } from "../server/engine/tool.ts";
import { readEnvironment } from "../server/env.ts";
import { migrate } from "../server/store/postgres/migrate.ts";
import { openDatabase } from "../server/store/postgres/open-database.ts";
import { toBoundTool } from "./bench-tool-source.ts";
import { familyOf, parentOf } from "./process-figures.ts";
import type { BenchAgent } from "./scenarios.ts";
import type { Subject } from "./subject.ts";

const PROJECT_FOLDER = join(import.meta.dirname, "..");

/** A name with a context so large that no transcript here has to be compacted. */
const MODEL = "gpt-4.1-bench";

export interface EngineSubjectOptions {
  /** Of the model server, with `/v1`. */
  readonly baseUrl: string;
  /** The wire that is spoken with it. */
  readonly provider?: "openai" | "anthropic";
}

/**
 * The real engine on the real store: a PostgreSQL of its own in a temporary folder, which syncs every commit, and OpenHive's own
 * wiring around it. Every event of a run is stored and delivered to a follower.
 */
export async function openEngineSubject({
  baseUrl,
  provider = "openai",
}: EngineSubjectOptions): Promise<Subject> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "openhive-bench-")));
  const database = await openDatabase({ dataDir: folder, applicationName: "openhive-bench" });
  const release = async (): Promise<void> => {
    await database.release();
    await rm(folder, { recursive: true, force: true });
  };
  return openOn({ folder, url: database.url, release, baseUrl, provider }).catch(async (error: unknown) => {
    await release();
    throw error;
  });
}

interface Place extends Required<EngineSubjectOptions> {
  readonly folder: string;
  readonly url: string;
  /** Stops the database and removes the folder. */
  release(): Promise<void>;
}

async function openOn({ folder, url, release, baseUrl, provider }: Place): Promise<Subject> {
  await migrate(url);
  const look = new Client({ connectionString: url });
  await look.connect();
  await look.query(
    "insert into setting (key, value) values ('example.seeded', 'true') on conflict do nothing",
  );
  const agents = new Map<string, BenchAgent>();
  const container = await createContainer({
    environment: readEnvironment({
      OPENHIVE_DATA_DIR: folder,
      OPENHIVE_LOG_LEVEL: "warn",
      OPENHIVE_MAX_SESSIONS: "2000",
      OPENHIVE_MAX_REPEATED_CALLS: "1000",
      OPENHIVE_MAX_TOOL_USE_CONCURRENCY: "32",
      OPENAI_BASE_URL: baseUrl,
      OPENAI_API_KEY: "loopback",
      ANTHROPIC_BASE_URL: baseUrl,
      ANTHROPIC_API_KEY: "loopback",
    }),
    url,
    projectFolder: PROJECT_FOLDER,
    applicationName: `openhive-bench-${process.pid}`,
    toolSources: [createBenchToolSource(agents)],
  });
  const { rows } = await look.query<{ pid: number }>("select pg_backend_pid() as pid");
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  const latencies: number[] = [];
  return {
    childCall: (child) => ({
      name: "delegate_to",
      args: JSON.stringify({ assignee: child, task: `Work of ${child}` }),
    }),
    async build(agent) {
      const org = await container.services.createOrg({ document: toDocument(agent, { provider, agents }) });
      return { run: (task, onText) => runOnce({ container, org, latencies }, task, onText) };
    },
    pids: () => familyOf(postmaster),
    async commits() {
      // Numbers are given to writing transactions alone.
      const next = await look.query<{ number: string }>(
        "select pg_snapshot_xmax(pg_current_snapshot()) as number",
      );
      return Number(next.rows[0]?.number ?? 0);
    },
    latencies: () => latencies.splice(0),
    async close() {
      await container.close();
      await look.end();
      await release();
    },
  };
}

function createBenchToolSource(agents: ReadonlyMap<string, BenchAgent>): ToolSource {
  return {
    kind: "bench",
    list: async (scope) => agents.get(scope.agent.name)?.tools.map(toBoundTool) ?? [],
  };
}

interface Drawing {
  readonly provider: string;
  /** Filled with everyone drawn, by name. */
  readonly agents: Map<string, BenchAgent>;
}

function toDocument(root: BenchAgent, { provider, agents }: Drawing): OrgDocument {
  const drawn: { readonly agent: BenchAgent; readonly id: string; readonly parentId: string | undefined }[] =
    [];
  const add = (agent: BenchAgent, parentId: string | undefined): void => {
    const id = `a${drawn.length}`;
    agents.set(agent.name, agent);
    drawn.push({ agent, id, parentId });
    for (const child of agent.children) add(child, id);
  };
  add(root, undefined);
  return orgDocumentSchema.parse({
    name: `Bench ${root.name}`,
    agents: drawn.map(({ agent, id }, index) => ({
      id,
      name: agent.name,
      persona: agent.system,
      position: { x: index * 10, y: 0 },
      model: { provider, model: MODEL },
      limits: { maxTurns: agent.maxTurns, maxDelegationsPerChild: 50 },
    })),
    lines: drawn.flatMap(({ id, parentId }) => (parentId ? [{ id: `l${id}`, parentId, childId: id }] : [])),
  });
}

interface RunDeps {
  readonly container: Container;
  readonly org: OrgDetail;
  readonly latencies: number[];
}

/** The text of the run's root as a follower puts it together: deltas that overlap count once, what is missing comes with the message. */
class RootText {
  #root: string | undefined;
  #length = 0;
  readonly #onText: (text: string) => void;

  constructor(onText: (text: string) => void) {
    this.#onText = onText;
  }

  add(signal: RunSignal): void {
    if (signal.type === "session.started") this.#root ??= signal.sessionId;
    if (signal.type === "text.delta" && signal.sessionId === this.#root && signal.offset <= this.#length) {
      this.#take(signal.text.slice(this.#length - signal.offset));
    }
    if (signal.type === "turn.finished" && signal.sessionId === this.#root) {
      this.#take(signal.message.text.slice(this.#length));
      this.#length = 0;
    }
  }

  #take(text: string): void {
    this.#length += text.length;
    this.#onText(text);
  }
}

/** One run, followed to its end. */
async function runOnce(
  { container, org, latencies }: RunDeps,
  task: string,
  onText: (text: string) => void,
): Promise<string> {
  const { runId } = await container.services.startRun({ orgId: org.id, task });
  const text = new RootText(onText);
  for await (const signal of container.services.followRun(runId, 0, new AbortController().signal)) {
    text.add(signal);
    if (signal.type === "text.delta") continue;
    latencies.push(performance.timeOrigin + performance.now() - Date.parse(signal.at));
    if (signal.type === "run.finished") return endOf(signal);
  }
  throw new Error(`The run ${runId} had no end.`);
}

function endOf(event: Extract<RunSignal, { type: "run.finished" }>): string {
  if (event.status !== "completed") throw new Error(`The run is ${event.status}: ${event.error}`);
  return event.answer;
}
