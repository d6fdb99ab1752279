import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { orgDocumentSchema } from "../server/contract/org-document.ts";
import { migrate } from "../server/store/postgres/migrate.ts";
import { openDatabase } from "../server/store/postgres/open-database.ts";
import { cpuOf, familyOf, parentOf } from "./process-figures.ts";

/** A PostgreSQL of its own, which syncs every commit, with sessions that are ready to be claimed. */
export interface ClaimsWorld {
  readonly url: string;
  readonly admin: Client;
  /** Makes runs of so many ready agents each, under a lead that waits for them; without agents the leads themselves are ready. */
  makeSessions(runs: number, agentsEach: number): Promise<readonly string[]>;
  /** Seconds of processor time of the database so far, by process. */
  cpu(): ReadonlyMap<number, number>;
  /** Commits so far, by numbers given to writing transactions. */
  commits(): Promise<number>;
  close(): Promise<void>;
}

const ORG = "00000000-0000-4000-8000-000000000001";

const DOCUMENT = orgDocumentSchema.parse({
  name: "Claims",
  agents: ["lead", "agent"].map((id) => ({
    id,
    name: id,
    persona: "Works.",
    position: { x: 0, y: 0 },
    model: { provider: "openai", model: "bench" },
  })),
  lines: [{ id: "line", parentId: "lead", childId: "agent" }],
});

const MAKE_RUNS = `
insert into run (id, org_id, org_name, org_version, task, status, seq, moving, clock_since)
select uuidv7(), $1, 'Claims', 1, 'Work', 'running', 1, greatest(1, $3::int), clock_timestamp() from generate_series(1, $2) returning id`;
const MAKE_LEADS = `
insert into session (id, run_id, agent_id, agent_name, depth, task, status, position, waits)
select uuidv7(), id, 'lead', 'lead', 0, 'Work', case when $2 = 0 then 'ready' else 'parked' end, 1, $2 from unnest($1::uuid[]) as id
returning id`;
const MAKE_AGENTS = `
insert into session (id, run_id, parent_id, call_id, agent_id, agent_name, depth, task, status, position)
select uuidv7(), s.run_id, s.id, number::text, 'agent', 'agent', 1, 'Work', 'ready', 1
from session s, generate_series(1, $2) as number where s.id = any($1::uuid[]) order by number, s.id returning id`;

export async function openClaimsWorld(): Promise<ClaimsWorld> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "openhive-claims-")));
  const database = await openDatabase({ dataDir: folder, applicationName: "openhive-bench" });
  await migrate(database.url);
  const admin = new Client({ connectionString: database.url });
  await admin.connect();
  await admin.query("insert into org (id, slug, name, version) values ($1, 'claims', 'Claims', 1)", [ORG]);
  await admin.query("insert into org_version (org_id, version, document) values ($1, 1, $2)", [
    ORG,
    JSON.stringify(DOCUMENT),
  ]);
  const { rows } = await admin.query<{ pid: number }>("select pg_backend_pid() as pid");
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  const idsOf = async (text: string, values: unknown[]): Promise<readonly string[]> =>
    (await admin.query<{ id: string }>(text, values)).rows.map(({ id }) => id);
  return {
    url: database.url,
    admin,
    async makeSessions(runs, agentsEach) {
      const leads = await idsOf(MAKE_LEADS, [await idsOf(MAKE_RUNS, [ORG, runs, agentsEach]), agentsEach]);
      const ready = agentsEach === 0 ? leads : await idsOf(MAKE_AGENTS, [leads, agentsEach]);
      await admin.query("analyze");
      return ready;
    },
    cpu: () => cpuOf(familyOf(postmaster)),
    async commits() {
      const next = await admin.query<{ number: string }>(
        "select pg_snapshot_xmax(pg_current_snapshot()) as number",
      );
      return Number(next.rows[0]?.number ?? 0);
    },
    async close() {
      await admin.end();
      await database.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
