import type { OrgDetail } from "../../contract/api.ts";
import { AppError } from "../../contract/app-error.ts";
import type { OrgDocument } from "../../contract/org-document.ts";
import type { ImportedOrg, ImportOrgInput } from "../../contract/org-files.ts";
import type { OrgProblem } from "../../contract/org-graph.ts";
import type { Services } from "../../contract/services.ts";
import type { OrgStore } from "../../store/orgs/org-store.ts";
import type { HideSecrets } from "../hide-secrets.ts";
import { createOrg, getOrg } from "../org-services.ts";
import { fromUpload } from "./from-upload.ts";
import type { OrgBundle } from "./org-bundle.ts";
import { toZip } from "./org-zip.ts";
import { readOrgFiles } from "./read-org-files.ts";
import type { TemplateShelf } from "./template-shelf.ts";
import { writeOrgFiles } from "./write-org-files.ts";
import { writeOrgText } from "./write-org-text.ts";

type OrgFileServices = Pick<
  Services,
  | "exportOrg"
  | "exportOrgArchive"
  | "exportOrgText"
  | "importOrg"
  | "importOrgArchive"
  | "duplicateOrg"
  | "listTemplates"
  | "createFromTemplate"
>;

export interface OrgFileServicesDeps {
  readonly orgs: OrgStore;
  readonly templates: TemplateShelf;
  /** Files go to others: what a persona says of a key does not go with it. */
  readonly hide: HideSecrets;
  /** What a drawing refers to and is missing here. */
  check(document: OrgDocument): Promise<readonly OrgProblem[]>;
}

/** Orgs as files, and orgs made from others. */
export function createOrgFileServices(deps: OrgFileServicesDeps): OrgFileServices {
  const { orgs, templates } = deps;
  const exportOrg = async (idOrSlug: string) => {
    const org = await getHiddenOrg(deps, idOrSlug);
    const files = writeOrgFiles({ ...org, sampleFiles: await samplesOf(orgs, org) });
    return { slug: org.slug, name: org.document.name, version: org.version, files };
  };
  return {
    exportOrg,
    async exportOrgArchive(idOrSlug) {
      const { slug, files } = await exportOrg(idOrSlug);
      return { name: `${slug}.zip`, mediaType: "application/zip", content: await toZip(files) };
    },
    async exportOrgText(idOrSlug) {
      const org = await getHiddenOrg(deps, idOrSlug);
      return { slug: org.slug, name: org.document.name, version: org.version, text: writeOrgText(org) };
    },
    importOrg: (input) => importOrg(deps, input),
    importOrgArchive: async ({ archive, ...options }) =>
      importOrg(deps, { ...options, files: await fromUpload(archive) }),
    async duplicateOrg(idOrSlug, name) {
      const org = await getOrg(orgs, idOrSlug);
      const sampleFiles = await samplesOf(orgs, org);
      return createOrg(orgs, {
        document: named(org.document, name ?? copyName(org.document.name)),
        sampleFiles,
      });
    },
    listTemplates: async () =>
      (await templates.list()).map(({ slug, document, sampleFiles }) => ({
        name: slug,
        document,
        sampleFiles: sampleFiles.map(({ name, content }) => ({ name, size: content.byteLength })),
      })),
    async createFromTemplate({ template, name, model }) {
      const found = (await templates.list()).find(({ slug }) => slug === template);
      if (!found) throw new AppError("not_found", `There is no template ${template}.`);
      const document = named(found.document, name ?? found.document.name);
      const agents = model ? document.agents.map((agent) => ({ ...agent, model })) : document.agents;
      return createOrg(orgs, { document: { ...document, agents }, sampleFiles: found.sampleFiles });
    },
  };
}

/** An org as it may leave: every way out takes it from here. */
async function getHiddenOrg({ orgs, hide }: OrgFileServicesDeps, idOrSlug: string): Promise<OrgDetail> {
  const org = await getOrg(orgs, idOrSlug);
  return { ...org, document: hide(org.document) };
}

async function importOrg(deps: OrgFileServicesDeps, input: ImportOrgInput): Promise<ImportedOrg> {
  const bundle: OrgBundle = readOrgFiles(input.files);
  const { document, sampleFiles } = bundle;
  const seen = {
    name: document.name,
    agentCount: document.agents.length,
    problems: [
      ...(bundle.left ?? []).map((message): OrgProblem => ({ level: "warning", message })),
      ...(await deps.check(document)),
    ],
  };
  if (input.isDryRun) return seen;
  const slug = input.slug ?? bundle.slug;
  const mayNumber = input.slug === undefined && input.onTaken === "number";
  const {
    id,
    slug: given,
    version,
  } = await createOrg(deps.orgs, {
    document,
    sampleFiles,
    ...(slug === undefined ? {} : { slug, mayNumber }),
  });
  return { ...seen, org: { id, slug: given, version } };
}

function samplesOf(orgs: OrgStore, org: OrgDetail) {
  return orgs.sampleFiles(
    org.id,
    org.sampleFiles.map((file) => file.name),
  );
}

function named(document: OrgDocument, name: string): OrgDocument {
  return { ...document, name };
}

/** "Desk" gives "Desk copy"; what is too long loses its end. */
function copyName(name: string): string {
  return `${[...name].slice(0, 40).join("").trim()} copy`;
}
