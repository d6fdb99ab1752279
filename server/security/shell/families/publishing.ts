import { argumentsOf, hasOption, nameOf, operandsOf, type ShellCommand } from "../shell-command.ts";
import { type DenyFamily, words } from "./family.ts";

const MAILERS = words(
  "mail mailx s-nail sendmail mutt neomutt swaks msmtp ssmtp esmtp sendemail mpack telegram-send",
);
/** Programs that carry files to other machines, whatever they are told. */
const CARRIERS = words(
  "ftp tftp lftp ncftp ncftpput ncftpget sftp rclone gsutil s3cmd s5cmd mc azcopy b2 restic duplicity croc magic-wormhole wormhole transfer transfersh ffsend",
);
/** Actions that put something of the own out, or sign in to do so, by program: any of the first words without a dash. */
const ACTIONS: ReadonlyMap<string, RegExp> = new Map([
  [
    "npm",
    /^(publish|unpublish|login|adduser|add-user|logout|token|owner|deprecate|access|dist-tag|team|hook|star)$/,
  ],
  ["pnpm", /^(publish|unpublish|login|adduser|owner|deprecate)$/],
  ["yarn", /^(publish|login|owner)$/],
  ["bun", /^publish$/],
  ["lerna", /^publish$/],
  ["cargo", /^(publish|login|logout|owner|yank)$/],
  ["twine", /^(upload|register)$/],
  ["poetry", /^publish$/],
  ["uv", /^publish$/],
  ["flit", /^publish$/],
  ["hatch", /^publish$/],
  ["pdm", /^publish$/],
  ["gem", /^(push|signin|yank|owner)$/],
  ["gh", /^(auth|gist|secret|repo|release|api|ssh-key|gpg-key|variable|workflow|codespace)$/],
  ["glab", /^(auth|api|variable|release|snippet)$/],
  ["mvn", /deploy/],
  ["mvnw", /deploy/],
  ["gradle", /publish|upload/i],
  ["gradlew", /publish|upload/i],
  ["dotnet", /^(push|delete)$/],
  ["nuget", /^(push|delete|setapikey)$/i],
  ["helm", /^(push|install|uninstall|upgrade|rollback|delete|registry)$/],
  ["vsce", /^(publish|login|unpublish)$/],
  ["aws", /./],
  ["gcloud", /./],
  ["az", /./],
  ["firebase", /^(deploy|login)/],
  ["vercel", /./],
  ["netlify", /^(deploy|login)/],
  ["heroku", /./],
  ["flyctl", /./],
  ["fly", /./],
  ["wrangler", /./],
  ["surge", /./],
  ["terraform", /^(apply|destroy|login|import)$/],
  ["pulumi", /^(up|destroy|login)$/],
  ["vagrant", /^(destroy|ssh|up|halt)$/],
  ["virsh", /./],
]);
/** Looking is allowed to those that do more than publish. */
const LOOKS: ReadonlyMap<string, RegExp> = new Map([
  ["gh", /^(view|list|status|clone|diff|checks)$/],
  ["npm", /^(ls|list)$/],
]);
const NEVER_LOOKS = words("auth secret variable api");
const TRIES = /^(--dry-run|--help|-h|--version)$/;
/** An address with a name or a key in it, or one that no remote stands for. */
const SIGNED_ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/[^/@\s]+@/i;

export const publishes: DenyFamily = {
  name: "publishing, or carrying files to other machines",
  matches(command) {
    const name = nameOf(command) ?? "";
    const values = argumentsOf(command);
    if (values.some((value) => TRIES.test(value))) return false;
    if (/^(version|help)$/.test(operandsOf(command)[0] ?? "")) return false;
    if (MAILERS.has(name) || CARRIERS.has(name)) return true;
    if (name === "git") return sendsByAddress(command);
    // A key in the address of a package stays in what is written down about it.
    if (
      /^(pip[\d.]*|uv|npm|pnpm|yarn)$/.test(name) &&
      values.some((value) => /^(git\+)?https?:\/\/[^/@\s]+@/.test(value))
    )
      return true;
    if (name === "rsync") return reachesAnother(command) || hasOption(command, "", ["daemon"]);
    const module = moduleOf(command);
    if (module === "twine") return operandsOf(command).includes("upload");
    return takesAction(name, command);
  },
};

/** Git with a key in an address, or pushing to what the project does not know by a name. */
function sendsByAddress(command: ShellCommand): boolean {
  const [action = "", ...others] = operandsOf(command);
  if (
    /^(push|fetch|pull|clone|remote|ls-remote|submodule|archive)$/.test(action) &&
    others.some((value) => SIGNED_ADDRESS.test(value) && !/^ssh:\/\/git@/.test(value))
  )
    return true;
  return (
    action === "push" && others.some((value) => /^[a-z][a-z0-9+.-]*:\/\/|^[\w.-]+@[\w.-]+:/i.test(value))
  );
}

function takesAction(name: string, command: ShellCommand): boolean {
  const action = ACTIONS.get(name);
  if (action === undefined) return false;
  const given = operandsOf(command);
  // Behind `run` stands a name of the project's own.
  if (/^(run|run-script|exec|test|start|x)$/.test(given[0] ?? "")) return false;
  const first = given.slice(0, 4).filter((value) => !/^https?:/.test(value));
  const isLook = first.some((value) => LOOKS.get(name)?.test(value)) && !NEVER_LOOKS.has(first[0] ?? "");
  return !isLook && first.some((value) => action.test(value));
}

/** `host:path` and `rsync://host/path`. A drive's letter is no host. */
function reachesAnother(command: ShellCommand): boolean {
  return operandsOf(command).some((value) => /^rsync:\/\/|^[^/\s]{2,}::?/.test(value));
}

/** The module that Python is told to run as a program. */
export function moduleOf(command: ShellCommand): string | undefined {
  if (!/^(python|pypy)[\d.]*$/.test(nameOf(command) ?? "")) return undefined;
  const values = argumentsOf(command);
  const index = values.findIndex((value) => /^-[A-Za-z]*m/.test(value));
  if (index < 0) return undefined;
  const attached = /^-[A-Za-z]*?m(.+)$/.exec(values[index] ?? "")?.[1];
  return attached ?? values[index + 1];
}
