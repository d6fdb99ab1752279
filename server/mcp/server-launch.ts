import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../contract/app-error.ts";
import { fillSecrets, hasSecretReference } from "../contract/secret-references.ts";
import type { McpServerSettings } from "./mcp-server-book.ts";
import { fillPlaceholders, placeholders } from "./placeholders.ts";
import { pathWithOwnNode, resolveCommand } from "./resolve-command.ts";

/** All that is needed to start one server process. */
export interface ServerLaunch {
  /** The server's name, for records and messages. */
  readonly label: string;
  /** As people wrote it: what error messages speak of. */
  readonly shownCommand: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The same without the values of secrets: what may be written down. */
  readonly shownArgs: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Values that must not show up in messages. */
  readonly secrets: readonly string[];
}

/** What a server process is given of this machine, and nothing else of OpenHive's own environment. */
export interface BaseEnvironment {
  readonly PATH: string;
  readonly HOME: string;
  readonly LANG: string;
}

export interface LaunchSettings {
  /** OpenHive's data folder; each server works in `mcp/<name>` below it. */
  readonly dataDir: string;
  /** Where OpenHive's own node_modules are. */
  readonly projectDir: string;
  readonly environment: BaseEnvironment;
}

/** What a start depends on beside the server's settings. */
export interface LaunchPlace {
  /** The folder of the run, made if the settings mention `${OPENHIVE_RUN_DIR}`; `ownFolder` is the server's. */
  runDir(ownFolder: string): string;
  /** By name, what `{{secret:NAME}}` stands for. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** Prepares a server's start: fills placeholders and secrets in, finds bundled programs, makes its folder. */
export async function prepareLaunch(
  server: McpServerSettings,
  settings: LaunchSettings,
  { runDir, secrets }: LaunchPlace,
): Promise<ServerLaunch> {
  if (!/^[A-Za-z0-9_-]{1,40}$/.test(server.name))
    throw new AppError("invalid", "The server's name does not fit.");
  const cwd = join(settings.dataDir, "mcp", server.name);
  await mkdir(cwd, { recursive: true, mode: 0o700 });
  const folders = { dataDir: settings.dataDir, runDir: runDir(cwd) };
  const values = Object.values(server.env);
  if (placeholders([server.command, ...server.args, ...values]).usesRunDir)
    await mkdir(folders.runDir, { recursive: true });
  const fill = (text: string) => fillPlaceholders(text, folders);
  const given = { command: fill(server.command), args: server.args.map(fill) };
  const { PATH, HOME, LANG } = settings.environment;
  const own = Object.entries(server.env).map(([name, value]) => [name, fillSecrets(fill(value), secrets)]);
  const resolved = await resolveCommand(given, settings.projectDir);
  const written = values.filter((value) => !hasSecretReference(value));
  return {
    label: server.name,
    shownCommand: server.command,
    command: resolved.command,
    args: resolved.args.map((argument) => fillSecrets(argument, secrets)),
    shownArgs: resolved.args,
    env: { PATH: pathWithOwnNode(PATH), HOME, LANG, ...Object.fromEntries(own) },
    cwd,
    secrets: [...written, ...secrets.values()].filter((value) => value.length >= 6),
  };
}
