import type { Database } from "./database.ts";

/** Milliseconds in which a database that is well answers. */
const ANSWER_TIME = 3_000;

/** Whether the database answers, in a time in which people still wait. */
export async function isAnswering(database: Database): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, ANSWER_TIME, false);
  const answer = database.query("select 1").then(
    () => true,
    () => false,
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
