import type { HistoryEntry, HistoryHit, HistorySearch } from "../../../contract/history.ts";
import type { OrgId } from "../../../contract/ids.ts";

/** The finished work of orgs, searchable. Nothing of one org is ever found for another. */
export interface HistoryArchive {
  /** Best match first, at most `limit`; text without any word finds nothing. */
  search(search: HistorySearch): Promise<readonly HistoryHit[]>;
  /** Undefined for an id that is unknown, malformed or another org's. */
  read(orgId: OrgId, id: string): Promise<HistoryEntry | undefined>;
}
