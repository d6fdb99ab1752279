import type { TestDatabase } from "./test-database.ts";

/** Every table of the product in which a text stands, in whatever column: what is to stand nowhere is looked for everywhere. */
export async function tablesWith(database: TestDatabase, text: string): Promise<readonly string[]> {
  const tables = await database.query<{ name: string }>(
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query(`select 1 from ${name} t where t::text like '%' || $1 || '%' limit 1`, [
      text,
    ]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
