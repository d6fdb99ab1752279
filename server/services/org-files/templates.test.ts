import { join } from "node:path";
import { expect, test } from "vitest";
import type { OrgFile } from "../../contract/org-files.ts";
import { findOrgProblems } from "../../contract/org-graph.ts";
import { readOrgFolder } from "./read-org-folder.ts";
import { createTemplateShelf } from "./template-shelf.ts";
import { writeOrgFiles } from "./write-org-files.ts";

const folder = join(import.meta.dirname, "..", "..", "..", "packages", "templates");
const templates = await createTemplateShelf(folder).list();

/** Text by path: the order of a folder is not that of an org. */
const textsOf = (files: readonly OrgFile[]): ReadonlyMap<string, string> =>
  new Map(files.map(({ path, content }) => [path, Buffer.from(content).toString()]));

test("there are at least eight templates", () => {
  expect(templates.length).toBeGreaterThanOrEqual(8);
  expect(new Set(templates.map(({ document }) => document.name)).size).toBe(templates.length);
});

test.each(templates.map((template) => [template.slug, template] as const))(
  "the template %s is an export, whole and worth opening",
  async (slug, template) => {
    const written = writeOrgFiles(template);
    expect(textsOf(await readOrgFolder(join(folder, slug)))).toEqual(textsOf(written));
    const { document, sampleFiles } = template;
    expect(findOrgProblems(document)).toEqual([]);
    expect(document.description.length).toBeGreaterThan(60);
    expect(document.task).toContain(sampleFiles[0]?.name);
    for (const agent of document.agents) expect(agent.persona.length, agent.name).toBeGreaterThan(150);
  },
);
