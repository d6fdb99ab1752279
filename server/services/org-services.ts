import type { OrgDetail } from "../contract/api.ts";
import { AppError } from "../contract/app-error.ts";
import type { OrgDocument } from "../contract/org-document.ts";
import { findOrgProblems } from "../contract/org-graph.ts";
import type { Services } from "../contract/services.ts";
import type { OrgStore } from "../store/orgs/org-store.ts";
import { toSlug } from "./to-slug.ts";

type OrgServices = Pick<Services, "listOrgs" | "getOrg" | "createOrg" | "saveOrg" | "removeOrg" | "listOrgVersions" | "getOrgVersion">;

const GONE = "There is no such org.";

/** Reading and saving drawings. */
export function createOrgServices(orgs: OrgStore): OrgServices {
  return {
    listOrgs: () => orgs.list(),
    getOrg: (idOrSlug) => getOrg(orgs, idOrSlug),
    async createOrg({ document, slug }) {
      refuseBrokenShape(document);
      if (slug !== undefined && slug !== toSlug(slug)) {
        throw new AppError("invalid", `"${slug}" cannot be a slug: use small letters, digits and single hyphens.`);
      }
      const base = slug ?? toSlug(document.name);
      // A slug that was asked for is taken or refused; one made from the name gets a number.
      for (let number = 1; number <= 1_000; number += 1) {
        const id = await orgs.create({ slug: number === 1 ? base : `${base}-${number}`, document });
        if (id) return getOrg(orgs, id);
        if (slug !== undefined) break;
      }
      throw new AppError("conflict", `The slug ${base} is taken. Choose another.`);
    },
    async saveOrg(save) {
      refuseBrokenShape(save.document);
      return { version: await orgs.save(save) };
    },
    async removeOrg(orgId) {
      if (!(await orgs.remove(orgId))) throw new AppError("not_found", GONE);
    },
    listOrgVersions: (orgId) => orgs.versions(orgId),
    async getOrgVersion(orgId, version) {
      const document = await orgs.version(orgId, version);
      if (!document) throw new AppError("not_found", "There is no such version.");
      return document;
    },
  };
}

async function getOrg(orgs: OrgStore, idOrSlug: string): Promise<OrgDetail> {
  const org = await orgs.find(idOrSlug);
  if (!org) throw new AppError("not_found", GONE);
  return org;
}

/** A drawing may be saved half done, without a lead for example; what no tree can be is refused. */
function refuseBrokenShape(document: OrgDocument): void {
  const broken = findOrgProblems(document).find((problem) => problem.isShape);
  if (broken) throw new AppError("invalid", broken.message);
}
