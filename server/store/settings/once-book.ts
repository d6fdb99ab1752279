import type { Database } from "../database.ts";

/** Things that happen once in the life of a database, whoever of several processes comes first. */
export function createOnceBook(database: Database) {
  return {
    async claim(key: string): Promise<boolean> {
      const { rowCount } = await database.query({
        text: "insert into setting (key, value) values ($1, 'true') on conflict do nothing",
        values: [key],
      });
      return rowCount === 1;
    },
  };
}
