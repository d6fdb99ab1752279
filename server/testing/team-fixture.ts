import { randomUUID } from "node:crypto";
import type { OrgId } from "../contract/ids.ts";
import type { Json } from "../contract/json.ts";
import type { TeamOutcome } from "../contract/team-database.ts";
import { createTeamDatabase } from "../store/team-database/create-team-database.ts";
import type { SecretBox } from "../store/team-database/team-access.ts";
import type { TeamLimits } from "../store/team-database/team-limits.ts";
import { createTestDatabase } from "./test-database.ts";
import { createTestPool } from "./test-pool.ts";

/** Hides nothing; stands in where a test is not about encryption. */
export const plainSecrets: SecretBox = {
  encrypt: async (text) => Buffer.from(text).toString("base64"),
  decrypt: async (text) => Buffer.from(text, "base64").toString(),
};

export const NEVER: AbortSignal = new AbortController().signal;

/** A team database of one new org, on the server of all tests unless another is named. */
export async function createTeamFixture(limits: Partial<TeamLimits> = {}, serverUrl?: string) {
  const place = await createTestDatabase(serverUrl);
  const adminPool = createTestPool(place.url, 4);
  const database = createTeamDatabase({ adminPool, url: place.url, secrets: plainSecrets, limits });
  const org = randomUUID() as OrgId;
  return {
    url: place.url,
    adminPool,
    database,
    org,
    query: (sql: string, params: readonly Json[] = [], limit = 500) =>
      database.query(org, { sql, params, limit }, NEVER),
    run: (sql: string, params: readonly Json[] = [], isDestructionConfirmed = false) =>
      database.execute(org, { sql, params, isDestructionConfirmed }, NEVER),
    /** Runs a confirmed statement that has to work. */
    exec: async (sql: string, params: readonly Json[] = []) =>
      toValue(await database.execute(org, { sql, params, isDestructionConfirmed: true }, NEVER)),
    rowsOf: async (sql: string, params: readonly Json[] = []) =>
      toValue(await database.query(org, { sql, params, limit: 500 }, NEVER)).rows,
    async close() {
      await database.drop(org);
      await adminPool.end();
      await place.close();
    },
  };
}

export type TeamFixture = Awaited<ReturnType<typeof createTeamFixture>>;

export function toValue<Value>(outcome: TeamOutcome<Value>): Value {
  if (!outcome.ok) throw new Error(`${outcome.failure.code}: ${outcome.failure.message}`);
  return outcome.value;
}

export function toFailure<Value>(outcome: TeamOutcome<Value>) {
  if (outcome.ok) throw new Error(`It worked: ${JSON.stringify(outcome.value)}`);
  return outcome.failure;
}
