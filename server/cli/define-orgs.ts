import type { Command } from "commander";
import { toWholeNumber } from "./option-values.ts";
import type { Output } from "./output.ts";

type Done = (exitCode: number) => void;

const versions = () => import("./commands/org-version-commands.ts");
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
  defineVersions(orgs, output, done);
  orgs
    .command("xray")
    .description("what an org could do at worst: fan-out, model calls, cost, and what is wrong with it")
    .argument("<org>", "its slug")
    .option("--json", "as JSON", false)
    .action(async (org, options) =>
      done(await (await import("./commands/org-xray-command.ts")).xrayOrg({ ...options, org }, output)),
    );
}

function defineFiles(orgs: Command, output: Output, done: Done): void {
  orgs
    .command("export")
    .description("write an org as files: org.yaml and one Markdown file an agent")
    .argument("<org>", "its slug")
    .argument("[folder]", "a new folder, or one with an earlier export; without it the org is one YAML text")
    .option("--out <file>", "write the one YAML text to a file instead of standard output")
    .option("--json", "where it was written, as JSON; needs a folder or --out", false)
    .action(async (...[org, folder, options, command]) => {
      if (folder !== undefined && options.out !== undefined)
        command.error("error: --out FILE is for the one YAML text: name a folder or --out FILE");
      if (options.json && folder === undefined && options.out === undefined)
        command.error("error: --json needs a folder or --out FILE: the one text is YAML");
      done(await (await files()).exportOrg({ out: undefined, ...options, org, folder }, output));
    });
  orgs
    .command("import")
    .description("add an org from files that export wrote")
    .argument(
      "<from>",
      "a folder, a zip archive of it, or one YAML or JSON file; also a team or a frame of the older OpenHive",
    )
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
    .description("make an org: from a template, or of one lead to draw the others below")
    .option("--template <name>", "one of those that org templates lists; without it the org has one agent")
    .option("--name <name>", "the org's name; a template brings one of its own")
    .option("--json", "as JSON", false)
    .action(async (options, command: Command) => {
      if (options.template === undefined && options.name === undefined)
        command.error("error: name the org with --name NAME, or begin from a template with --template NAME");
      done(await (await files()).newOrg({ template: undefined, name: undefined, ...options }, output));
    });
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

function defineVersions(orgs: Command, output: Output, done: Done): void {
  orgs
    .command("versions")
    .description("the versions of an org, newest first")
    .argument("<org>", "its slug")
    .option("--json", "as JSON", false)
    .action(async (org, options) => done(await (await versions()).listVersions({ ...options, org }, output)));
  orgs
    .command("diff")
    .description("what changed between two versions, agent by agent; exits with 1 when something did")
    .argument("<org>", "its slug")
    .argument("<from>", "number of the earlier version", toWholeNumber)
    .argument("[to]", "number of the later version; the newest one without it", toWholeNumber)
    .option("--json", "as JSON", false)
    .action(async (...[org, from, to, options]) =>
      done(await (await versions()).diffVersions({ ...options, org, from, to }, output)),
    );
  orgs
    .command("name")
    .description("give a version a name; it is then kept for good")
    .argument("<org>", "its slug")
    .argument("<version>", "its number", toWholeNumber)
    .argument("<name>")
    .option("--json", "as JSON", false)
    .action(async (...[org, version, name, options]) =>
      done(await (await versions()).nameVersion({ ...options, org, version, name }, output)),
    );
  orgs
    .command("restore")
    .description("save an earlier version as the newest one")
    .argument("<org>", "its slug")
    .argument("<version>", "its number", toWholeNumber)
    .option("--json", "as JSON", false)
    .action(async (...[org, version, options]) =>
      done(await (await versions()).restoreVersion({ ...options, org, version }, output)),
    );
}
