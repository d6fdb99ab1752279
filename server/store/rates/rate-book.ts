import { strictestLimits } from "../../contract/strictest-limits.ts";
import type { Database } from "../database.ts";

/** One limit of calls in time. */
interface CountedLimit {
  readonly key: string;
  readonly calls: number;
  readonly seconds: number;
}

const TAKE = {
  name: "take-rate",
  text: `select wait_ms as "waitMs", is_taken as "isTaken", blocking from take_rate($1::text[], $2::int[], $3::int[], $4)`,
};

/** Calls counted in the database, for all processes. Fits the ports of the policy and of the models. */
export function createRateBook(database: Database) {
  return {
    /** Limits with the same key are one, the strictest: a call takes one place under it. */
    async take(asked: readonly CountedLimit[], mostWaitMs: number) {
      const limits = strictestLimits(asked);
      const { rows } = await database.query<{ waitMs: number; isTaken: boolean; blocking: string | null }>({
        ...TAKE,
        values: [
          limits.map(({ key }) => key),
          limits.map(({ calls }) => calls),
          limits.map(({ seconds }) => seconds),
          mostWaitMs,
        ],
      });
      const [row] = rows;
      if (!row) throw new Error("take_rate gave no row.");
      return row;
    },
  };
}

export type RateBook = ReturnType<typeof createRateBook>;
