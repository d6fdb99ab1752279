import type { OrgId } from "../../contract/ids.ts";
import { type OrgDocument, orgDocumentSchema } from "../../contract/org-document.ts";
import type { Database } from "../database.ts";

/** Versions never change once written, so a process reads each at most once while it is in use. */
export interface OrgVersionCache {
  read(orgId: OrgId, version: number): Promise<OrgDocument>;
}

const MOST = 64;

export function createOrgVersionCache(database: Database): OrgVersionCache {
  const kept = new Map<string, Promise<OrgDocument>>();
  return {
    read(orgId, version) {
      const key = `${orgId}/${version}`;
      const found = kept.get(key) ?? load(database, orgId, version);
      kept.delete(key);
      kept.set(key, found);
      found.catch(() => kept.delete(key));
      const oldest = kept.keys().next().value;
      if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
      return found;
    },
  };
}

async function load(database: Database, orgId: OrgId, version: number): Promise<OrgDocument> {
  const { rows } = await database.query<{ document: unknown }>({
    name: "read-org-version",
    text: "select document from org_version where org_id = $1 and version = $2",
    values: [orgId, version],
  });
  if (!rows[0]) throw new Error(`Org ${orgId} has no version ${version}.`);
  return orgDocumentSchema.parse(rows[0].document);
}
