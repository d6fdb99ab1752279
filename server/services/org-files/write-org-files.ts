import { type Agent, orgDocumentSchema } from "../../contract/org-document.ts";
import type { OrgFile } from "../../contract/org-files.ts";
import { toSlug } from "../to-slug.ts";
import { toAgentFile } from "./agent-file.ts";
import { FORMAT, FORMAT_KEY, ORG_FILE, type OrgBundle } from "./org-bundle.ts";
import { toYaml } from "./yaml-text.ts";

/** Names that no file may have on some system, whatever follows the dot. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * An org as files: `org.yaml`, one Markdown file an agent under `agents/`, and the files that come along under `files/`.
 *
 * Derived from the document's schema: a new field of it travels by itself. The same org gives the same bytes, and
 * `readOrgFiles` gives the same org back.
 */
export function writeOrgFiles({ slug, document, sampleFiles }: OrgBundle): readonly OrgFile[] {
  // Parsing puts the fields into the schema's order, whatever order they were stored in.
  const { agents, ...rest } = orgDocumentSchema.parse(document);
  const paths = toPaths(agents);
  const org = {
    [FORMAT_KEY]: FORMAT,
    ...(slug === undefined ? {} : { slug }),
    ...rest,
    agents: paths,
    ...(sampleFiles.length === 0
      ? {}
      : { files: sampleFiles.map(({ name, mediaType }) => ({ path: `files/${name}`, mediaType })) }),
  };
  return [
    toFile(ORG_FILE, toYaml(org)),
    ...agents.map((agent, index) => toFile(paths[index] ?? "", toAgentFile(agent))),
    ...sampleFiles.map(({ name, content }) => ({ path: `files/${name}`, content })),
  ];
}

function toFile(path: string, text: string): OrgFile {
  return { path, content: new TextEncoder().encode(text) };
}

/** A file name for each agent, made from its name; those that would have the same one are numbered in drawing order. */
function toPaths(agents: readonly Agent[]): readonly string[] {
  const taken = new Set<string>();
  return agents.map(({ name }) => {
    const slug = toSlug(name, "agent");
    const base = RESERVED.test(slug) ? `${slug}-agent` : slug;
    let path = `agents/${base}.md`;
    for (let number = 2; taken.has(path); number += 1) path = `agents/${base}-${number}.md`;
    taken.add(path);
    return path;
  });
}
