import type { OrgId } from "../../contract/ids.ts";
import { type OrgVersionSketch, type Sketched, toOrgSketch } from "../../contract/org-sketch.ts";
import type { Database } from "../database.ts";

export interface VersionOfOrg {
  readonly id: string;
  readonly version: number;
}

/** Of each document only what a sketch shows leaves the database. */
const SKETCHES = {
  name: "org-sketches",
  text: `
select o.id as "orgId", v.version, v.document->>'direction' as direction,
  (select coalesce(json_agg(json_build_object('id', a->'id', 'name', a->'name', 'position', a->'position')), '[]')
   from json_array_elements(v.document->'agents') a) as agents,
  (select coalesce(json_agg(json_build_object('parentId', l->'parentId', 'childId', l->'childId')), '[]')
   from json_array_elements(v.document->'lines') l) as lines
from unnest($1::uuid[], $2::int[]) as wanted(id, version)
join org o on o.id = wanted.id and o.removed_at is null
join org_version v on v.org_id = o.id and v.version = wanted.version`,
};

interface SketchRow extends Pick<Sketched, "agents" | "lines"> {
  readonly orgId: OrgId;
  readonly version: number;
  readonly direction: Sketched["direction"] | null;
}

/** The sketches of these versions; those that are not there, or whose org was removed, are left out. */
export async function listSketches(
  database: Database,
  versions: readonly VersionOfOrg[],
): Promise<readonly OrgVersionSketch[]> {
  const { rows } = await database.query<SketchRow>({
    ...SKETCHES,
    values: [versions.map(({ id }) => id), versions.map(({ version }) => version)],
  });
  return rows.map(({ orgId, version, direction, agents, lines }) => ({
    orgId,
    version,
    sketch: toOrgSketch({ agents, lines, ...(direction ? { direction } : {}) }),
  }));
}
