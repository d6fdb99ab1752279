import type { Command } from "commander";
import type { Output } from "./output.ts";

type Done = (exitCode: number) => void;

const files = () => import("./commands/org-file-commands.ts");

/** `openhive org ...`, also under its plural: everything about orgs but running them. */
export function defineOrgs(program: Command, output: Output, done: Done): void {
  const orgs = program
    .command("org")
    .alias("orgs")
    .description("list, make, export, import, compare and check orgs");
  orgs
    .command("list")
    .description("every org")
    .option("--json", "as JSON", false)
    .action(async (options) =>
      done(await (await import("./commands/orgs-commands.ts")).listOrgs(options, output)),
    );
  defineFiles(orgs, output, done);
  defineMaking(orgs, output, done);
}

function defineFiles(orgs: Command, output: Output, done: Done): void {
  orgs
    .command("export")
    .description("write an org as files: org.yaml and one Markdown file an agent")
    .argument("<org>", "its slug")
    .argument("[folder]", "a new folder, or one with an earlier export; without it the org is one YAML text")
    .option("--out <file>", "write the one YAML text to a file instead of standard output")
    .action(async (org, folder, options) =>
      done(await (await files()).exportOrg({ out: undefined, ...options, org, folder }, output)),
    );
  orgs
    .command("import")
    .description("add an org from files that export wrote")
    .argument("<from>", "a folder, a zip archive of it, or one YAML or JSON file")
    .option("--slug <slug>", "under another slug than the files say")
    .option("--dry-run", "check everything, add nothing", false)
    .option("--json", "as JSON", false)
    .action(async (from, options) =>
      done(await (await files()).importOrg({ slug: undefined, ...options, from }, output)),
    );
}

function defineMaking(orgs: Command, output: Output, done: Done): void {
  orgs
    .command("templates")
    .description("the orgs to begin from")
    .option("--json", "as JSON", false)
    .action(async (options) => done(await (await files()).listTemplates(options, output)));
  orgs
    .command("new")
    .description("make an org from a template")
    .requiredOption("--template <name>", "one of openhive org templates")
    .option("--name <name>", "another name than the template's")
    .option("--json", "as JSON", false)
    .action(async (options) => done(await (await files()).newOrg({ name: undefined, ...options }, output)));
  orgs
    .command("duplicate")
    .description("make an org that is the same as another")
    .argument("<org>", "its slug")
    .option("--name <name>", "the new org's name")
    .option("--json", "as JSON", false)
    .action(async (org, options) =>
      done(await (await files()).duplicateOrg({ name: undefined, ...options, org }, output)),
    );
}
