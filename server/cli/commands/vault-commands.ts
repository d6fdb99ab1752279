import { text as readAll } from "node:stream/consumers";
import { AppError } from "../../contract/app-error.ts";
import {
  LONGEST_SECRET,
  type SaveSecretInput,
  type SecretSummary,
  saveSecretInput,
} from "../../contract/secrets.ts";
import { atTerminal } from "../at-terminal.ts";
import { withSession } from "../open-session.ts";
import { type Output, toTable } from "../output.ts";
import { ownCommand } from "../own-command.ts";

interface AsJson {
  readonly json: boolean;
}

/** Everything about the secrets but their values. */
export function listSecrets({ json }: AsJson, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    const secrets = await services.listSecrets();
    if (json) output.print(JSON.stringify(secrets));
    else if (secrets.length === 0)
      output.tell(`No secret is stored. ${ownCommand()} vault set NAME stores one.`);
    else {
      const rows = secrets.map(({ name, tools, hosts, updatedAt, uses }) => [
        name,
        tools.join(" ") || "none",
        hosts.join(" ") || "none",
        updatedAt,
        uses[0] ? `${uses[0].tool} by ${uses[0].agentName}, ${uses[0].lastAt}` : "",
      ]);
      output.print(toTable([["secret", "tools", "hosts", "changed", "last used"], ...rows]));
    }
    return 0;
  });
}

export interface SetSecretOptions extends AsJson {
  readonly name: string;
  readonly description?: string;
  readonly tools?: readonly string[];
  readonly hosts?: readonly string[];
  readonly keepValue: boolean;
}

/** Places that are not named stay as they are. Throws `invalid`. */
export async function setSecret(options: SetSecretOptions, output: Output): Promise<number> {
  const value = options.keepValue ? undefined : await readValue(`Value of ${options.name}`);
  return withSession("client", async ({ services }) => {
    const before = (await services.listSecrets()).find(({ name }) => name === options.name);
    const input = toInput(options, before, value);
    await services.saveSecret(input, atTerminal());
    const { name, tools, hosts } = input;
    if (options.json) output.print(JSON.stringify({ name, tools, hosts, isReplaced: before !== undefined }));
    else {
      output.tell(before ? `${name} is changed.` : `${name} is stored.`);
      if (tools.length === 0) output.tell("No tool may have it yet: name some with --tools.");
    }
    return 0;
  });
}

function toInput(
  { name, description, tools, hosts }: SetSecretOptions,
  before: SecretSummary | undefined,
  value: string | undefined,
): SaveSecretInput {
  const parsed = saveSecretInput.safeParse({
    name,
    description: description ?? before?.description,
    tools: tools ?? before?.tools,
    hosts: hosts ?? before?.hosts,
    value,
  });
  if (!parsed.success) throw refused(parsed.error.issues);
  return parsed.data;
}

export function removeSecret(options: AsJson & { readonly name: string }, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    await services.removeSecret(options.name, atTerminal());
    if (options.json) output.print(JSON.stringify({ name: options.name, isRemoved: true }));
    else output.tell(`${options.name} is removed.`);
    return 0;
  });
}

/** Everything stored is encrypted with the new key, or nothing is. */
export function rotateKey({ json }: AsJson, output: Output): Promise<number> {
  return withSession("client", async ({ services, environment }) => {
    const isConfigured = environment.encryptionKey !== undefined;
    const newKey = isConfigured ? await readValue("The new OPENHIVE_ENCRYPTION_KEY") : undefined;
    const { count } = await services.changeKey(newKey, atTerminal());
    const place = isConfigured ? "environment" : "file";
    if (json) output.print(JSON.stringify({ values: count, key: place }));
    else {
      output.tell(`${count} ${count === 1 ? "value is" : "values are"} encrypted with the new key.`);
      output.tell(WHAT_NEXT[place]);
    }
    return 0;
  });
}

const WHAT_NEXT = {
  environment:
    "Set OPENHIVE_ENCRYPTION_KEY to it everywhere and restart each process: with the former key they can read no secret any more.",
  file: "It lies in encryption.key of the data folder. Running servers take it up by themselves; keep a copy with your backups.",
} as const;

/** Standard input to its end, or what is typed unseen. One line end at the end does not count. */
async function readValue(what: string): Promise<string> {
  if (process.stdin.isTTY) {
    const { password } = await import("@inquirer/prompts");
    // What a command says with --json is read by programs.
    return password({ message: what, mask: "*" }, { output: process.stderr });
  }
  const given = await readAll(process.stdin);
  if (given.length > LONGEST_SECRET + 2)
    throw new AppError("invalid", `At most ${LONGEST_SECRET} characters.`);
  return given.replace(/\r?\n$/, "");
}

/** Says which field is wrong, and never repeats what it held. */
function refused(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): AppError {
  const [issue] = issues;
  return new AppError(
    "invalid",
    `${String(issue?.path[0] ?? "The secret")}: ${issue?.message ?? "not valid"}.`,
  );
}
