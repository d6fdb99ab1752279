import type { RunDetail } from "../contract/api.ts";
import type { OrgId } from "../contract/ids.ts";
import type { Database } from "../store/database.ts";
import type { OrgVersionCache } from "../store/orgs/org-version-cache.ts";
import { findRun } from "../store/runs/run-queries.ts";
import { noSuchRun } from "./no-such-run.ts";

export interface GetRunDeps {
  readonly database: Database;
  readonly versions: OrgVersionCache;
}

/** A run with the drawing it is pinned to. */
export async function getRun({ database, versions }: GetRunDeps, runId: string): Promise<RunDetail> {
  const found = await findRun(database, runId);
  if (!found) throw noSuchRun();
  const { summary, answer } = found;
  return { summary, answer, document: await versions.read(summary.orgId as OrgId, summary.orgVersion) };
}
