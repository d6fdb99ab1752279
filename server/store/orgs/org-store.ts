import type { OrgDetail, OrgSummary, OrgVersionSummary, SkillUser } from "../../contract/api.ts";
import type { OrgId } from "../../contract/ids.ts";
import { type OrgDocument, orgDocumentSchema } from "../../contract/org-document.ts";
import type { OrgVersionSketch } from "../../contract/org-sketch.ts";
import { type Database, inTransaction } from "../database.ts";
import { isId } from "../is-id.ts";
import { newId } from "../new-id.ts";
import type { Prisma } from "../prisma.ts";
import { listSketches, type VersionOfOrg } from "./org-sketches.ts";
import { type OrgSave, saveOrg, writeVersion } from "./save-org.ts";

export interface SampleFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

export interface OrgStore {
  list(): Promise<readonly OrgSummary[]>;
  /** By id or slug; undefined when there is none or it was removed. */
  find(idOrSlug: string): Promise<OrgDetail | undefined>;
  /** The newest version of an org, by id or slug; undefined when there is none or it was removed. */
  findNewest(idOrSlug: string): Promise<{ readonly id: OrgId; readonly version: number } | undefined>;
  /** Undefined when the slug is taken, by a removed org too. */
  create(org: {
    readonly slug: string;
    readonly document: OrgDocument;
    readonly sampleFiles?: readonly SampleFile[];
  }): Promise<OrgId | undefined>;
  save(save: OrgSave): Promise<number>;
  remove(orgId: string): Promise<boolean>;
  /** Orgs whose removal began a while ago, and whose runs and tables are perhaps still there: nobody is at it any more. */
  uncleared(): Promise<readonly OrgId[]>;
  /** Nothing of a removed org goes on any more. */
  setCleared(orgId: OrgId): Promise<void>;
  versions(orgId: string): Promise<readonly OrgVersionSummary[]>;
  version(orgId: string, version: number): Promise<OrgDocument | undefined>;
  /** Those that are not there, or whose org was removed, are left out. */
  sketches(versions: readonly VersionOfOrg[]): Promise<readonly OrgVersionSketch[]>;
  /** False when there is no such version. A version with a name is never folded away. */
  nameVersion(naming: {
    readonly orgId: string;
    readonly version: number;
    readonly label: string | null;
  }): Promise<boolean>;
  sampleFiles(orgId: string, names: readonly string[]): Promise<readonly SampleFile[]>;
  /** Agents of current versions that were granted a skill, by org and agent, 200 at most. */
  skillUsers(skill: string): Promise<readonly SkillUser[]>;
  /** How many agents of current versions use each skill and each server. */
  usage(): Promise<{
    readonly skills: ReadonlyMap<string, number>;
    readonly servers: ReadonlyMap<string, number>;
    /** By the toolbox's id. */
    readonly toolboxes: ReadonlyMap<string, number>;
  }>;
}

export interface OrgStoreDeps {
  readonly prisma: Prisma;
  readonly database: Database;
}

/** The newest version there is, not the one the org's row names: a save in between may have taken its place. */
const FIND_NEWEST = {
  name: "find-newest-version",
  text: `select id, (select max(version) from org_version where org_id = org.id) as version
from org where (id = $1::uuid or slug = $2::text) and removed_at is null`,
};

/** Milliseconds in which whoever removes an org has cleared what belongs to it, or has died. */
const REMOVAL_TIME = 30_000;

export function createOrgStore({ prisma, database }: OrgStoreDeps): OrgStore {
  return {
    async list() {
      const orgs = await prisma.org.findMany({
        where: { removedAt: null },
        orderBy: { updatedAt: "desc" },
        include: { _count: { select: { agents: true } } },
      });
      return orgs.map((org) => ({
        id: org.id as OrgId,
        slug: org.slug,
        name: org.name,
        description: org.description,
        agentCount: org._count.agents,
        version: org.version,
        updatedAt: org.updatedAt.toISOString(),
      }));
    },
    find: (idOrSlug) => findOrg(prisma, idOrSlug),
    async findNewest(idOrSlug) {
      const { rows } = await database.query<{ id: OrgId; version: number }>({
        ...FIND_NEWEST,
        values: isId(idOrSlug) ? [idOrSlug, null] : [null, idOrSlug],
      });
      return rows[0];
    },
    create: (org) => createOrg(database, org),
    save: (save) => saveOrg(database, save),
    async remove(orgId) {
      if (!isId(orgId)) return false;
      const { count } = await prisma.org.updateMany({
        where: { id: orgId, removedAt: null },
        data: { removedAt: new Date() },
      });
      return count > 0;
    },
    async uncleared() {
      const orgs = await prisma.org.findMany({
        where: { removedAt: { lt: new Date(Date.now() - REMOVAL_TIME) }, clearedAt: null },
        select: { id: true },
      });
      return orgs.map((org) => org.id as OrgId);
    },
    async setCleared(orgId) {
      await prisma.org.updateMany({ where: { id: orgId }, data: { clearedAt: new Date() } });
    },
    versions: (orgId) => listVersions(database, orgId),
    async version(orgId, version) {
      if (!isId(orgId)) return undefined;
      const row = await prisma.orgVersion.findUnique({ where: { orgId_version: { orgId, version } } });
      return row ? orgDocumentSchema.parse(row.document) : undefined;
    },
    sketches: (versions) => listSketches(database, versions),
    async nameVersion({ orgId, version, label }) {
      if (!isId(orgId)) return false;
      const { count } = await prisma.orgVersion.updateMany({ where: { orgId, version }, data: { label } });
      return count > 0;
    },
    async sampleFiles(orgId, names) {
      return prisma.sampleFile.findMany({
        where: { orgId, name: { in: [...names] } },
        select: { name: true, mediaType: true, content: true },
      });
    },
    skillUsers: (skill) => listSkillUsers(database, skill),
    async usage() {
      const [skills, servers, toolboxes] = await Promise.all([
        countUses(database, "skills"),
        countUses(database, "servers"),
        countToolboxUses(database),
      ]);
      return { skills, servers, toolboxes };
    },
  };
}

async function findOrg(prisma: Prisma, idOrSlug: string): Promise<OrgDetail | undefined> {
  const where = isId(idOrSlug) ? { id: idOrSlug } : { slug: idOrSlug };
  const org = await prisma.org.findFirst({ where: { ...where, removedAt: null } });
  if (!org) return undefined;
  const [version, files] = await Promise.all([
    // The newest, not the one the row above names: a save in between may have taken its place.
    prisma.orgVersion.findFirstOrThrow({ where: { orgId: org.id }, orderBy: { version: "desc" } }),
    prisma.sampleFile.findMany({ where: { orgId: org.id }, orderBy: { name: "asc" } }),
  ]);
  return {
    id: org.id as OrgId,
    slug: org.slug,
    version: version.version,
    updatedAt: org.updatedAt.toISOString(),
    document: orgDocumentSchema.parse(version.document),
    sampleFiles: files.map((file) => ({
      name: file.name,
      mediaType: file.mediaType,
      size: file.content.byteLength,
    })),
  };
}

async function createOrg(
  database: Database,
  org: Parameters<OrgStore["create"]>[0],
): Promise<OrgId | undefined> {
  const orgId = newId() as OrgId;
  return inTransaction(database, async (transaction) => {
    const { rowCount } = await transaction.query({
      text: "insert into org (id, slug, name, description, version) values ($1, $2, $3, $4, 1) on conflict (slug) do nothing",
      values: [orgId, org.slug, org.document.name, org.document.description],
    });
    if (rowCount === 0) return undefined;
    await writeVersion(transaction, { orgId, version: 1, document: org.document });
    for (const file of org.sampleFiles ?? []) {
      await transaction.query({
        text: "insert into sample_file (org_id, name, media_type, content) values ($1, $2, $3, $4)",
        values: [orgId, file.name, file.mediaType, file.content],
      });
    }
    return orgId;
  });
}

async function listVersions(database: Database, orgId: string): Promise<readonly OrgVersionSummary[]> {
  if (!isId(orgId)) return [];
  const { rows } = await database.query<{
    version: number;
    label: string | null;
    created_at: Date;
    agents: number;
  }>({
    text: `select version, label, created_at, json_array_length(document->'agents') as agents from org_version where org_id = $1 order by version desc limit 500`,
    values: [orgId],
  });
  return rows.map((row) => ({
    version: row.version,
    label: row.label,
    createdAt: row.created_at.toISOString(),
    agentCount: row.agents,
  }));
}

async function countUses(
  database: Database,
  column: "skills" | "servers",
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await database.query<{ name: string; count: number }>({
    text: `select u.name, count(*)::int as count from agent a join org o on o.id = a.org_id and o.removed_at is null, unnest(a.${column}) as u(name) group by u.name`,
  });
  return new Map(rows.map((row) => [row.name, row.count]));
}

async function listSkillUsers(database: Database, skill: string): Promise<readonly SkillUser[]> {
  const { rows } = await database.query<SkillUser>({
    text: `select o.slug as "orgSlug", o.name as "orgName", a.id as "agentId", a.name as "agentName"
from agent a join org o on o.id = a.org_id and o.removed_at is null
where $1 = any(a.skills) order by o.name, o.slug, a.name, a.id limit 200`,
    values: [skill],
  });
  return rows;
}

/** From the drawings themselves: no query across orgs needs them as rows. */
async function countToolboxUses(database: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await database.query<{ name: string; count: number }>({
    text: `select b.name, count(*)::int as count
from org o join org_version v on v.org_id = o.id and v.version = o.version,
  json_array_elements(v.document->'agents') a, json_array_elements_text(coalesce(a->'toolboxes', '[]')) as b(name)
where o.removed_at is null group by b.name`,
  });
  return new Map(rows.map((row) => [row.name, row.count]));
}
