import { z } from "zod";
import type { Database } from "../database.ts";

const KEY = "vault.canary";

/** One encrypted value that says whether the key at hand is the one this database was written with. */
export function createCanaryStore(database: Database) {
  const read = async (): Promise<string | undefined> => {
    const { rows } = await database.query<{ value: unknown }>({
      text: "select value from setting where key = $1",
      values: [KEY],
    });
    return rows[0] && z.string().parse(rows[0].value);
  };
  return {
    read,
    /** Keeps the value if there is none yet; resolves with the one that counts. */
    async keepFirst(value: string): Promise<string> {
      await database.query({
        text: "insert into setting (key, value) values ($1, $2) on conflict do nothing",
        values: [KEY, JSON.stringify(value)],
      });
      return (await read()) ?? value;
    },
  };
}
