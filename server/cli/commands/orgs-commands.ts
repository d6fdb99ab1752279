import { readFile, writeFile } from "node:fs/promises";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { AppError } from "../../contract/app-error.ts";
import { orgDocumentSchema } from "../../contract/org-document.ts";
import { withSession } from "../open-session.ts";
import { type Output, toTable } from "../output.ts";

const LONGEST = 20_000_000;

export function listOrgs(options: { readonly json: boolean }, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    const orgs = await services.listOrgs();
    if (options.json) output.print(JSON.stringify(orgs));
    else if (orgs.length === 0)
      output.tell("No orgs yet. Draw one in the browser, or import one: openhive orgs import FILE");
    else
      output.print(
        toTable([
          ["slug", "name", "agents", "version"],
          ...orgs.map((org) => [org.slug, org.name, String(org.agentCount), String(org.version)]),
        ]),
      );
    return 0;
  });
}

/** Writes the drawing as YAML, to a file or to standard output. It holds no secrets. */
export function exportOrg(
  options: { readonly slug: string; readonly out: string | undefined },
  output: Output,
): Promise<number> {
  return withSession("client", async ({ services }) => {
    const org = await services.getOrg(options.slug);
    const text = stringify({ openhive_org: 1, slug: org.slug, ...org.document }, { lineWidth: 0 });
    if (options.out === undefined) output.print(text.trimEnd());
    else {
      await writeFile(options.out, text);
      output.tell(`${org.document.name}, version ${org.version}, is in ${options.out}.`);
    }
    return 0;
  });
}

const fileSchema = z.looseObject({ openhive_org: z.literal(1), slug: z.string().optional() });

/** Adds the org of a file that `export` wrote. Never replaces one that is there. */
export function importOrg(
  options: { readonly file: string; readonly json: boolean; readonly slug: string | undefined },
  output: Output,
): Promise<number> {
  return withSession("client", async ({ services }) => {
    const { openhive_org: _format, slug, ...document } = await readOrgFile(options.file);
    const parsed = orgDocumentSchema.safeParse(document);
    if (!parsed.success)
      throw new AppError("invalid", `${options.file} is not an org:\n${z.prettifyError(parsed.error)}`);
    const created = await services.createOrg({ document: parsed.data, slug: options.slug ?? slug });
    if (options.json)
      output.print(JSON.stringify({ id: created.id, slug: created.slug, version: created.version }));
    else output.tell(`Imported ${created.document.name} as ${created.slug}.`);
    return 0;
  });
}

async function readOrgFile(file: string) {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new AppError("not_found", `The file ${file} cannot be read.`, { cause });
  });
  if (text.length > LONGEST) throw new AppError("too_large", `${file} is larger than an org can be.`);
  let value: unknown;
  try {
    value = parse(text);
  } catch (cause) {
    throw new AppError("invalid", `${file} is neither YAML nor JSON.`, { cause });
  }
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success)
    throw new AppError("invalid", `${file} is not an org: it has to begin with "openhive_org: 1".`);
  return parsed.data;
}
