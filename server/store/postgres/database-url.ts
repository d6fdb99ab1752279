/** Adds the name under which a process shows in `pg_stat_activity`; a name already in the URL wins. */
export function withApplicationName(url: string, applicationName: string): string {
  const parsed = new URL(url);
  if (!parsed.searchParams.has("application_name"))
    parsed.searchParams.set("application_name", applicationName);
  return parsed.toString();
}

/** The same server and credentials with another database. */
export function withDatabase(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${database}`;
  return parsed.toString();
}
