import { AppError } from "../../contract/app-error.ts";
import { type Database, inTransaction, type Transaction } from "../database.ts";
import { writeAudit } from "../rules/audit-store.ts";

/** Every column that holds what the vault encrypted. Each has a trigger that refuses what a former key encrypted. */
export const SEALED_COLUMNS = [
  { table: "provider", column: "secret" },
  { table: "mcp_server", column: "secret" },
  { table: "team_database", column: "secret" },
  { table: "secret", column: "value" },
] as const;

const LOCK = "hashtext('openhive'), hashtext('encryption key')";

/** Everything that is encrypted, for whoever changes the key. */
export function createSealedValues(database: Database, actor: string) {
  return {
    async alone<Value>(work: () => Promise<Value>): Promise<Value> {
      const client = await database.connect();
      let isTaken = false;
      let isFree = true;
      try {
        const { rows } = await client.query<{ taken: boolean }>(
          `select pg_try_advisory_lock(${LOCK}) as taken`,
        );
        isTaken = rows[0]?.taken === true;
        if (!isTaken)
          throw new AppError("conflict", "The encryption key is being changed by another process.");
        return await work();
      } finally {
        if (isTaken)
          isFree = await client.query(`select pg_advisory_unlock(${LOCK})`).then(
            () => true,
            () => false,
          );
        // What may still hold the lock must not go back into the pool.
        client.release(!isFree);
      }
    },
    resealAll: (canary: string, reseal: (sealed: string) => Promise<string>): Promise<number> =>
      inTransaction(database, async (transaction) => {
        const tables = SEALED_COLUMNS.map(({ table }) => `"${table}"`).join(", ");
        await transaction.query(`lock table ${tables} in share row exclusive mode`);
        // First of all: from here on the triggers want the new key.
        await transaction.query({
          text: "update setting set value = $1::text::json where key = 'vault.canary'",
          values: [JSON.stringify(canary)],
        });
        let count = 0;
        for (const place of SEALED_COLUMNS) count += await resealColumn(transaction, place, reseal);
        await writeAudit(transaction, {
          kind: "secret",
          actor,
          subject: "Encryption key",
          decision: "changed",
          detail: { values: count },
        });
        return count;
      }),
  };
}

interface Sealed {
  readonly place: string;
  readonly sealed: string;
}

async function resealColumn(
  transaction: Transaction,
  { table, column }: (typeof SEALED_COLUMNS)[number],
  reseal: (sealed: string) => Promise<string>,
): Promise<number> {
  const { rows } = await transaction.query<Sealed>(
    `select ctid::text as place, "${column}" as sealed from "${table}" where "${column}" is not null`,
  );
  for (const { place, sealed } of rows)
    await transaction.query({
      text: `update "${table}" set "${column}" = $2 where ctid = $1::tid`,
      values: [place, await reseal(sealed)],
    });
  return rows.length;
}
