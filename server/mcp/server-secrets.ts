import { hasSecretReference, secretNamesIn } from "../contract/secret-references.ts";
import type { ToolContext } from "../engine/tool.ts";
import type { McpServerSettings } from "./mcp-server-book.ts";

/** A server that is about to start, and what its settings refer to. */
export interface ServerSecretWish {
  readonly names: readonly string[];
  /** As rules about tools see it: a secret has to be allowed for the server, by its group or for all servers. */
  readonly server: { readonly name: string; readonly groups: readonly string[] };
  /** The call that starts it; undefined in a connection test. */
  readonly context: ToolContext | undefined;
}

export type OpenedServerSecrets =
  | { readonly ok: true; readonly values: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly message: string };

/** Hands secrets out to servers, as the owners of these said. */
export interface ServerSecrets {
  /** All of them or none; in the audit, and hidden in everything that comes back, before it resolves. */
  open(wish: ServerSecretWish): Promise<OpenedServerSecrets>;
  /** A text that changes when one of them, or where it may go, does. Cheap; a few seconds late at most. */
  stamp(names: readonly string[]): Promise<string>;
}

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * What a running process of the server must have been started with to be used again: its settings, and the secrets that they
 * refer to as they are now. One that was replaced or taken away from the server is not used by a call that comes after.
 */
export async function settingsStamp(
  source: ServerSecrets | undefined,
  { command, args, env }: McpServerSettings,
): Promise<string> {
  const names = secretNamesIn([...args, ...Object.values(env)]) ?? [];
  const secrets = names.length === 0 ? "" : await source?.stamp(names);
  return JSON.stringify([command, args, env, secrets]);
}

/**
 * The values of `{{secret:NAME}}` in a server's arguments and variables, by name, at the moment it is started. Rejects with an
 * `Error` that tells a person what to mend: a secret that is not there or not allowed, a reference that cannot be read.
 */
export async function openServerSecrets(
  source: ServerSecrets | undefined,
  { name, command, args, env }: McpServerSettings,
  context: ToolContext | undefined,
): Promise<ReadonlyMap<string, string>> {
  if (hasSecretReference(command))
    throw new Error("Its command refers to a secret. Put it into a variable, or an argument.");
  const names = secretNamesIn([...args, ...Object.values(env)]);
  if (names === undefined)
    throw new Error(
      "A reference to a secret in its settings could not be read. Write {{secret:NAME}}, with the exact name.",
    );
  if (names.length === 0) return NONE;
  if (source === undefined) throw new Error(`It needs ${names.join(", ")}, and there is no vault here.`);
  const server = { name: `mcp__${name}`, groups: ["mcp", `mcp:${name}`] };
  const opened = await source.open({ names, server, context });
  if (!opened.ok) throw new Error(opened.message);
  return opened.values;
}
