import type { OrgDetail } from "../contract/api.ts";
import { AppError } from "../contract/app-error.ts";
import type { OrgId } from "../contract/ids.ts";
import type { OrgDocument } from "../contract/org-document.ts";
import { findOrgProblems } from "../contract/org-graph.ts";
import type { Services } from "../contract/services.ts";
import type { OrgStore, SampleFile } from "../store/orgs/org-store.ts";
import { toSlug } from "./to-slug.ts";

type OrgServices = Pick<
  Services,
  | "listOrgs"
  | "sketchOrgs"
  | "getOrg"
  | "createOrg"
  | "saveOrg"
  | "removeOrg"
  | "listOrgVersions"
  | "getOrgVersion"
  | "nameOrgVersion"
  | "restoreOrgVersion"
>;

const NO_VERSION = "There is no such version.";
const GONE = "There is no such org. See Orgs, or npx openhive org list.";

/** What else belongs to an org and goes with it. */
export interface OrgBelongings {
  /** Stops every run of the org that is not over. Idempotent. */
  stopRuns(orgId: OrgId): Promise<void>;
  /** Removes the org's own tables for good. Idempotent. */
  dropTables(orgId: OrgId): Promise<void>;
}

/** Reading and saving drawings. */
export function createOrgServices(orgs: OrgStore, belongings: OrgBelongings): OrgServices {
  return {
    listOrgs: () => orgs.list(),
    sketchOrgs: (versions) => orgs.sketches(versions),
    getOrg: (idOrSlug) => getOrg(orgs, idOrSlug),
    createOrg: (input) => createOrg(orgs, input),
    async saveOrg(save) {
      refuseBrokenShape(save.document);
      return { version: await orgs.save(save) };
    },
    async removeOrg(orgId) {
      if (!(await orgs.remove(orgId))) throw new AppError("not_found", GONE);
      await clear(orgs, belongings, orgId as OrgId);
    },
    listOrgVersions: (orgId) => orgs.versions(orgId),
    async getOrgVersion(orgId, version) {
      const document = await orgs.version(orgId, version);
      if (!document) throw new AppError("not_found", NO_VERSION);
      return document;
    },
    async nameOrgVersion(input) {
      if (!(await orgs.nameVersion(input))) throw new AppError("not_found", NO_VERSION);
    },
    async restoreOrgVersion(orgId, version) {
      const document = await orgs.version(orgId, version);
      if (!document) throw new AppError("not_found", NO_VERSION);
      const now = await getOrg(orgs, orgId);
      return { version: await orgs.save({ orgId, baseVersion: now.version, document }) };
    },
  };
}

/** Ends the removals that a process left half done: it died, or something an org owns could not be reached. */
export async function finishRemovals(orgs: OrgStore, belongings: OrgBelongings): Promise<void> {
  for (const orgId of await orgs.uncleared()) await clear(orgs, belongings, orgId);
}

/** Each step may be done again: the last one says that all are. */
async function clear(orgs: OrgStore, belongings: OrgBelongings, orgId: OrgId): Promise<void> {
  await belongings.stopRuns(orgId);
  await belongings.dropTables(orgId);
  await orgs.setCleared(orgId);
}

export interface NewOrg {
  readonly document: OrgDocument;
  readonly slug?: string | undefined;
  /** Whether a slug that was asked for may get a number where it is taken. */
  readonly mayNumber?: boolean;
  readonly sampleFiles?: readonly SampleFile[];
}

/** A slug that was asked for is taken or refused; one made from the name gets a number. */
export async function createOrg(
  orgs: OrgStore,
  { document, slug, mayNumber = slug === undefined, sampleFiles = [] }: NewOrg,
): Promise<OrgDetail> {
  refuseBrokenShape(document);
  if (slug !== undefined && slug !== toSlug(slug)) {
    throw new AppError(
      "invalid",
      `"${slug}" cannot be a slug: use small letters, digits and single hyphens.`,
    );
  }
  const base = slug ?? toSlug(document.name);
  const attempts = mayNumber ? 1_000 : 1;
  for (let number = 1; number <= attempts; number += 1) {
    const numbered = number === 1 ? base : `${base}-${number}`;
    const id = await orgs.create({ slug: numbered, document, sampleFiles });
    if (id) return getOrg(orgs, id);
  }
  throw new AppError("conflict", `The slug ${base} is taken. Choose another.`);
}

/** Throws `not_found`. */
export async function getOrg(orgs: OrgStore, idOrSlug: string): Promise<OrgDetail> {
  const org = await orgs.find(idOrSlug);
  if (!org) throw new AppError("not_found", GONE);
  return org;
}

/** A drawing may be saved half done, without a lead for example; what no tree can be is refused. */
function refuseBrokenShape(document: OrgDocument): void {
  const broken = findOrgProblems(document).find((problem) => problem.isShape);
  if (broken) throw new AppError("invalid", broken.message);
}
