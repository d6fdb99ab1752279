import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { type OrgDocument, orgDocumentSchema } from "../server/contract/org-document.ts";
import { openDatabase } from "../server/store/postgres/open-database.ts";
import { type LongRun, writeLongRun } from "./long-run.ts";
import { writeScript } from "./model-script.ts";

const PROJECT_FOLDER = join(import.meta.dirname, "..");
const WIDTH = 280;
const HEIGHT = 220;

/** OpenHive as people start it, in a process of its own, with a model that says what a script tells it. */
export interface BrowserWorld {
  readonly address: string;
  addOrg(document: OrgDocument, slug: string): Promise<{ readonly id: string; readonly slug: string }>;
  startRun(orgId: string): Promise<string>;
  /** Resolves when a run has completed. Rejects when it ends in another way, or not in two minutes. */
  ended(runId: string): Promise<void>;
  /** A run of so many events that goes on, with nobody at work on it: whoever asked for it writes the next ones, and its end. */
  openRun(slug: string, events: number): Promise<LongRun>;
  /** When each event of a run was committed, in its order; milliseconds since 1970. */
  eventsOf(runId: string): Promise<readonly StoredEvent[]>;
  close(): Promise<void>;
}

export interface StoredEvent {
  readonly type: string;
  readonly at: number;
  readonly tokens: number;
}

export async function openBrowserWorld(): Promise<BrowserWorld> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "openhive-browser-")));
  const database = await openDatabase({ dataDir: folder, applicationName: "openhive-bench" });
  const model = spawn(process.execPath, [join(import.meta.dirname, "model-server.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [port] = (await once(model.stdout, "data")) as [Buffer];
  const server = spawn(process.execPath, [join(PROJECT_FOLDER, "bin", "serve.mjs")], {
    cwd: PROJECT_FOLDER,
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: "0",
      HOST: "127.0.0.1",
      DATABASE_URL: "",
      OPENHIVE_DATA_DIR: folder,
      OPENHIVE_LOG_LEVEL: "warn",
      OPENAI_API_KEY: "loopback",
      OPENAI_BASE_URL: `http://127.0.0.1:${String(port).trim()}/v1`,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await addressOf(server);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const mutate = async (path: string, input: unknown) => {
    const answer = await fetch(`${address}/api/trpc/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: address },
      body: JSON.stringify(input),
    });
    const body = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(body).slice(0, 500)}`);
    return body.result.data;
  };
  return {
    address,
    addOrg: (document, slug) => mutate("orgs.create", { document, slug }),
    startRun: async (orgId) => (await mutate("runs.start", { orgId, task: "Go.", attachments: [] })).runId,
    async ended(runId) {
      for (let looks = 0; looks < 240; looks += 1) {
        const { rows } = await client.query<{ status: string; error: string | null }>(
          "select status, error from run where id = $1",
          [runId],
        );
        if (rows[0]?.status === "completed") return;
        if (rows[0]?.status !== "running") throw new Error(`The run ended: ${rows[0]?.error}`);
        await delay(500);
      }
      throw new Error("The run did not end.");
    },
    openRun: (slug, events) => writeLongRun(client, slug, events),
    async eventsOf(runId) {
      const { rows } = await client.query<StoredEvent>(
        `select type, extract(epoch from at)::float8 * 1000 as at,
  coalesce((payload->'usage'->>'inputTokens')::int + (payload->'usage'->>'outputTokens')::int, 0) as tokens
from event where run_id = $1 order by seq`,
        [runId],
      );
      return rows;
    },
    async close() {
      await client.end();
      server.kill("SIGINT");
      model.kill("SIGTERM");
      if (server.exitCode === null) await once(server, "exit");
      await database.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function addressOf(server: ChildProcess): Promise<string> {
  let said = "";
  for await (const text of server.stdout ?? []) {
    said += String(text);
    const found = /OpenHive is ready at (\S+)/.exec(said);
    if (found?.[1]) {
      server.stdout?.resume();
      return found[1];
    }
  }
  throw new Error(`The server did not start: ${said}`);
}

/** A tree of so many agents, eight below each, drawn level by level. */
export function drawTree(agents: number): OrgDocument {
  const levels: number[] = [];
  const depthOf = (index: number): number => (index === 0 ? 0 : depthOf(Math.floor((index - 1) / 8)) + 1);
  const drawn = Array.from({ length: agents }, (_, index) => {
    const depth = depthOf(index);
    const place = levels[depth] ?? 0;
    levels[depth] = place + 1;
    return { index, depth, place };
  });
  return orgDocumentSchema.parse({
    name: `Tree of ${agents}`,
    agents: drawn.map(({ index, depth, place }) => ({
      id: `a${index}`,
      name: `Agent ${index}`,
      role: "Does its part",
      persona: "You do your part of the work and report what you found.",
      position: { x: (place - (levels[depth] ?? 1) / 2) * WIDTH, y: depth * HEIGHT },
      model: { provider: "openai", model: "gpt-4.1-bench" },
    })),
    lines: drawn.slice(1).map(({ index }) => ({
      id: `l${index}`,
      parentId: `a${Math.floor((index - 1) / 8)}`,
      childId: `a${index}`,
    })),
  });
}

export interface Storm {
  readonly agents: number;
  readonly turns: number;
  /** Milliseconds that the model takes for a turn. */
  readonly delay: number;
}

/** A lead and agents below it that call a tool in each of their turns. */
export function drawStorm({ agents, turns, delay }: Storm): OrgDocument {
  const call = JSON.stringify({ assignee: "Worker #", task: "Work." });
  const lead = { id: "lead", calls: agents, turns: 1, name: "delegate_to", input: call };
  const worker = { turns, delay, name: "set_todos", input: JSON.stringify({ items: ["Step ~"] }) };
  const drawn = [
    { id: "lead", name: "Lead", script: writeScript(lead), x: 0, y: 0 },
    ...Array.from({ length: agents }, (_, index) => ({
      id: `w${index}`,
      name: `Worker ${index}`,
      script: writeScript({ ...worker, id: `w${index}` }),
      x: ((index % 8) - 4) * WIDTH,
      y: (1 + Math.floor(index / 8)) * HEIGHT,
    })),
  ];
  return orgDocumentSchema.parse({
    name: "Storm",
    agents: drawn.map(({ id, name, script, x, y }) => ({
      id,
      name,
      persona: `You are ${name}. ${script}`,
      position: { x, y },
      model: { provider: "openai", model: "gpt-4.1-bench" },
      limits: { maxTurns: turns + 2, maxDelegationsPerChild: 2, maxParallel: 20 },
    })),
    lines: drawn.slice(1).map(({ id }) => ({ id: `l-${id}`, parentId: "lead", childId: id })),
  });
}
