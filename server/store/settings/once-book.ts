import type { Database } from "../database.ts";

/** First half of the advisory lock under which something is done once; the second is made from its key. */
const LOCK_CLASS = 0x4f4f;

/** Things that happen once in the life of a database, whoever of several processes comes first. */
export function createOnceBook(database: Database) {
  return {
    async once(key: string, work: () => Promise<void>): Promise<void> {
      const find = { text: "select 1 from setting where key = $1", values: [key] };
      if ((await database.query(find)).rowCount === 1) return;
      // A lock of the connection, so that a process that dies in the middle leaves the way free for the next.
      const client = await database.connect();
      let isDone = false;
      try {
        await client.query("select pg_advisory_lock($1, hashtext($2))", [LOCK_CLASS, key]);
        if ((await client.query(find)).rowCount === 0) {
          await work();
          await client.query({
            text: "insert into setting (key, value) values ($1, 'true') on conflict do nothing",
            values: [key],
          });
        }
        await client.query("select pg_advisory_unlock($1, hashtext($2))", [LOCK_CLASS, key]);
        isDone = true;
      } finally {
        // What may still hold the lock must not go back into the pool.
        client.release(!isDone);
      }
    },
  };
}
