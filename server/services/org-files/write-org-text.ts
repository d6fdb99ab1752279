import { orgDocumentSchema } from "../../contract/org-document.ts";
import { FORMAT, FORMAT_KEY, type OrgBundle } from "./org-bundle.ts";
import { toYaml } from "./yaml-text.ts";

/** An org as one YAML text, its agents written out in it: the same format, for pipes and mails. Files that come along stay out. */
export function writeOrgText({ slug, document }: Omit<OrgBundle, "sampleFiles">): string {
  return toYaml({
    [FORMAT_KEY]: FORMAT,
    ...(slug === undefined ? {} : { slug }),
    ...orgDocumentSchema.parse(document),
  });
}
