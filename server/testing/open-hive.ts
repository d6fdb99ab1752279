import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { type Container, createContainer } from "../container.ts";
import type { OrgDetail, StartRunInput } from "../contract/api.ts";
import type { OrgDocument } from "../contract/org-document.ts";
import { type Environment, readEnvironment } from "../env.ts";
import { followRun, type RunFollower } from "./run-follower.ts";

/** Of everything under test. A key as it is: a passphrase takes a tenth of a second to become one, in each process anew. */
export const TEST_KEY = "5a".repeat(32);

export const PROJECT_FOLDER = join(import.meta.dirname, "..", "..");

export interface HiveOptions {
  /** Of a migrated database. */
  readonly url: string;
  readonly dataDir: string;
  readonly role: Environment["role"];
  /** Environment variables besides those that the harness sets. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** OpenHive in this process, on a database of its own. */
export interface Hive extends Container, AsyncDisposable {
  addOrg(document: OrgDocument): Promise<OrgDetail>;
  /** Starts a run and reads along. */
  run(
    org: Pick<OrgDetail, "id">,
    task: string,
    input?: Partial<StartRunInput>,
  ): Promise<RunFollower & { readonly runId: string }>;
  /** What was logged as an error, in full; whoever expects some empties it. What is left when it closes is thrown. */
  readonly problems: string[];
}

let count = 0;

/** Opens a container without the example org. Errors that it logs and nobody expected make closing it fail. */
export async function openHive({ url, dataDir, role, variables }: HiveOptions): Promise<Hive> {
  count += 1;
  await skipExample(url);
  const problems: string[] = [];
  const container = await createContainer({
    environment: readEnvironment(hiveVariables(dataDir, { OPENHIVE_ROLE: role, ...variables })),
    url,
    projectFolder: PROJECT_FOLDER,
    applicationName: `openhive-test-${process.pid}-${count}`,
    logTo: { write: (line) => void problems.push(line) },
  });
  const close = async (): Promise<void> => {
    await container.close();
    if (problems.length > 0) throw new Error(`OpenHive logged what no test expected:\n${problems.join("")}`);
  };
  return {
    ...container,
    problems,
    addOrg: (document) => container.services.createOrg({ document }),
    async run(org, task, input = {}) {
      const { runId } = await container.services.startRun({ orgId: org.id, task, ...input });
      return { runId, ...followRun(container.services, runId) };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The environment of OpenHive under test: nothing of the person's own, no waiting, errors only. */
export function hiveVariables(
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return {
    PATH: readEnvironment().searchPath,
    OPENHIVE_DATA_DIR: dataDir,
    OPENHIVE_REHEARSAL_PACE: "0",
    OPENHIVE_ENCRYPTION_KEY: TEST_KEY,
    OPENHIVE_LOG_LEVEL: "warn",
    OPENHIVE_DRAIN_SECONDS: "0",
    // Skills of tests leave marks outside, to be counted. What a sandbox keeps in has tests of its own.
    OPENHIVE_SKILL_SANDBOX: "off",
    ...more,
  };
}

/** A data folder that goes when the test is over. */
export async function makeDataFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "openhive-hive-")));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

async function skipExample(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    "insert into setting (key, value) values ('example.seeded', 'true') on conflict do nothing",
  );
  await client.end();
}
