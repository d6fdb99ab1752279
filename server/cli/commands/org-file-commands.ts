import { lstat, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { OrgDetail } from "../../contract/api.ts";
import { AppError } from "../../contract/app-error.ts";
import { firstModel, newOrgDocument } from "../../contract/new-org.ts";
import { orgDocumentSchema } from "../../contract/org-document.ts";
import { type ImportedOrg, LARGEST_ORG_ARCHIVE, type OrgFile } from "../../contract/org-files.ts";
import type { Services } from "../../contract/services.ts";
import { placeProblems } from "../../services/org-files/file-problem.ts";
import { fromUpload, isArchive } from "../../services/org-files/from-upload.ts";
import { readOrgFolder } from "../../services/org-files/read-org-folder.ts";
import { writeOrgFolder } from "../../services/org-files/write-org-folder.ts";
import { withSession } from "../open-session.ts";
import { type Output, toTable } from "../output.ts";
import { ownCommand } from "../own-command.ts";

export interface ExportOptions {
  readonly org: string;
  readonly folder: string | undefined;
  readonly out: string | undefined;
  readonly json: boolean;
}

/** Writes the org into a folder, or as one YAML text to a file or to standard output. It holds no secrets. */
export function exportOrg({ org, folder, out, json }: ExportOptions, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    if (folder !== undefined) {
      const { files, name, version } = await services.exportOrg(org);
      await writeOrgFolder(folder, files);
      if (json) output.print(JSON.stringify({ name, version, folder, files: files.map(({ path }) => path) }));
      else output.tell(`${name}, version ${version}, is in ${folder}: ${files.length} files.`);
      return 0;
    }
    const { name, version, text } = await services.exportOrgText(org);
    if (out === undefined) output.print(text.trimEnd());
    else {
      await writeFile(out, text);
      if (json) output.print(JSON.stringify({ name, version, file: out }));
      else output.tell(`${name}, version ${version}, is in ${out}.`);
    }
    return 0;
  });
}

export interface ImportOptions {
  readonly from: string;
  readonly slug: string | undefined;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** Adds the org of a folder, an archive or one file that `export` wrote. Never replaces one that is there. */
export function importOrg(options: ImportOptions, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    const { files, place } = await readFiles(options.from);
    const imported = await services
      .importOrg({ files, slug: options.slug, onTaken: "refuse", isDryRun: options.dryRun })
      .catch((error: unknown) => {
        throw placeProblems(error, place);
      });
    if (options.json) {
      const { org, ...seen } = imported;
      output.print(JSON.stringify({ ...org, ...seen }));
    } else tellImport(imported, output);
    return 0;
  });
}

function tellImport({ org, name, agentCount, problems }: ImportedOrg, output: Output): void {
  for (const { level, message } of problems) output.tell(`${level}: ${message}`);
  const agents = agentCount === 1 ? "1 agent" : `${agentCount} agents`;
  output.tell(
    org
      ? `Imported ${name} as ${org.slug}.`
      : `${name} can be imported: ${agents}. Nothing was added, this was a dry run.`,
  );
}

/** What was found, and how the place of a file in it is written for people. */
interface FoundFiles {
  readonly files: readonly OrgFile[];
  place(path: string): string;
}

async function readFiles(from: string): Promise<FoundFiles> {
  const info = await lstat(from).catch(() => undefined);
  if (info?.isDirectory()) return { files: await readOrgFolder(from), place: (path) => join(from, path) };
  if (info && info.size > LARGEST_ORG_ARCHIVE)
    throw new AppError("too_large", `${from} is larger than an org can be.`);
  const content = await readFile(from).catch((cause: unknown) => {
    throw new AppError("not_found", `The file ${from} cannot be read.`, { cause });
  });
  const files = await fromUpload(content);
  return { files, place: isArchive(content) ? (path) => `${from}/${path}` : () => from };
}

export function duplicateOrg(
  options: { readonly org: string; readonly name: string | undefined; readonly json: boolean },
  output: Output,
): Promise<number> {
  return withSession("client", async ({ services }) => {
    const { id, slug, version, document } = await services.duplicateOrg(options.org, options.name);
    if (options.json) output.print(JSON.stringify({ id, slug, version, name: document.name }));
    else output.tell(`${document.name} is there as ${slug}.`);
    return 0;
  });
}

export function listTemplates(options: { readonly json: boolean }, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    const templates = (await services.listTemplates()).map(({ name, document }) => ({
      name,
      title: document.name,
      description: document.description,
      agentCount: document.agents.length,
    }));
    if (options.json) output.print(JSON.stringify(templates));
    else
      output.print(
        toTable([
          ["name", "agents", "what it is for"],
          ...templates.map((template) => [template.name, String(template.agentCount), template.description]),
        ]),
      );
    return 0;
  });
}

interface NewOrgOptions {
  /** Absent: an org of one lead, which needs a name. */
  readonly template: string | undefined;
  readonly name: string | undefined;
  readonly json: boolean;
}

export function newOrg(options: NewOrgOptions, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    const created = await createOrg(services, options);
    if (options.json)
      output.print(JSON.stringify({ id: created.id, slug: created.slug, version: created.version }));
    else
      output.tell(
        `${created.document.name} is there as ${created.slug}. Try it: ${ownCommand()} run --org ${created.slug} --task "..."`,
      );
    return 0;
  });
}

async function createOrg(services: Services, { template, name = "" }: NewOrgOptions): Promise<OrgDetail> {
  if (template !== undefined)
    return services.createFromTemplate({ template, ...(name === "" ? {} : { name }) });
  const drawn = newOrgDocument(name, firstModel(await services.listProviders()));
  const parsed = orgDocumentSchema.safeParse(drawn);
  if (!parsed.success) throw new AppError("invalid", z.prettifyError(parsed.error));
  return services.createOrg({ document: parsed.data });
}
