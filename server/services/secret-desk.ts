import type { OpenedSecrets, SecretSource, SecretWish } from "../engine/steps/expand-secrets.ts";
import type { BoundTool, ToolContext } from "../engine/tool.ts";
import type { ServerSecrets } from "../mcp/server-secrets.ts";
import { toRuledTool } from "../policy/matches-list.ts";
import { whyNotSecret } from "../policy/may-use-secret.ts";
import type { RuleSnapshot, SealedSecret } from "../store/rules/rule-store.ts";
import type { SecretUseNote } from "../store/secrets/secret-store.ts";

export interface SecretDeskDeps {
  /** Cheap; the same object while nothing changed. */
  read(): Promise<Pick<RuleSnapshot, "secrets">>;
  /** Reads past what is kept in memory. */
  readAnew(): Promise<Pick<RuleSnapshot, "secrets">>;
  decrypt(sealed: string): Promise<string>;
  /** Has a value hidden wherever it turns up from now on. */
  hide(value: string): void;
  noteUse(use: SecretUseNote): Promise<void>;
  onError(error: unknown): void;
}

/** Hands out secrets by name: to calls whose arguments refer to them, and to parts that need declared ones. */
export interface SecretDesk extends SecretSource {
  /**
   * The values of the names that a tool's maker declared, such as a skill's: all or none, under the same rules as references,
   * written down in the audit. `missing` are names that nobody stored.
   */
  declared(wish: SecretWish): Promise<OpenedSecrets & { readonly missing: readonly string[] }>;
  /** What an MCP server's settings refer to: all or none, under the same rules, for the server as if it were one tool. */
  readonly forServers: ServerSecrets;
  /** What somebody tries by hand: all or none, under the same rules as an agent's call of that tool. */
  forTry(wish: TrySecretWish): Promise<OpenedSecrets>;
}

export interface TrySecretWish {
  readonly names: readonly string[];
  /** Name of the tool that an agent would call. */
  readonly tool: string;
  /** Who tries, for the audit. */
  readonly actor: string;
}

/** Whom secrets are handed to. */
interface Holder {
  readonly names: readonly string[];
  readonly tool: Pick<BoundTool, "name" | "groups" | "grant">;
  readonly origins: readonly string[] | undefined;
  readonly context: ToolContext | undefined;
  /** Who it is where no agent calls. */
  readonly actor?: string;
}

type Opened =
  | { readonly ok: true; readonly values: ReadonlyMap<string, string>; readonly missing: readonly string[] }
  | ({ readonly ok: false; readonly missing: readonly string[] } & Refusal);

export function createSecretDesk(deps: SecretDeskDeps): SecretDesk {
  let known: Pick<RuleSnapshot, "secrets"> | undefined;
  const values = new Map<string, string>();

  async function openValue({ value }: SealedSecret): Promise<string> {
    const opened = values.get(value) ?? (await deps.decrypt(value));
    for (const form of formsOf(opened)) deps.hide(form);
    values.set(value, opened);
    return opened;
  }
  async function refresh(): Promise<void> {
    const now = await deps.read();
    if (now === known) return;
    for (const secret of now.secrets) await openValue(secret).catch(deps.onError);
    const kept = new Set(now.secrets.map(({ value }) => value));
    for (const sealed of values.keys()) if (!kept.has(sealed)) values.delete(sealed);
    known = now;
  }
  async function open(wish: Holder): Promise<Opened> {
    const first = find(wish.names, await deps.read());
    // It may have been stored a moment ago, in another process.
    const { found, missing } = first.missing.length === 0 ? first : find(wish.names, await deps.readAnew());
    const refusal = refusalOf(wish, missing, found);
    if (refusal) return { ok: false, ...refusal, missing };
    const opened = new Map<string, string>();
    for (const secret of found) opened.set(secret.name, await openValue(secret));
    await deps.noteUse(toNote(wish));
    return { ok: true, values: opened, missing };
  }
  const openForCall = async (wish: SecretWish) => {
    const opened = await open(wish);
    return opened.ok ? opened : { ...opened, message: `${opened.message} Nothing was called.` };
  };
  return {
    refresh,
    open: openForCall,
    declared: openForCall,
    forServers: {
      async open({ names, server, context }) {
        const opened = await open({ names, tool: server, origins: undefined, context });
        return opened.ok ? opened : { ok: false, message: withRemedy(opened, server.groups.at(-1) ?? "mcp") };
      },
      async stamp(names) {
        const { found } = find(names, await deps.read());
        return JSON.stringify(found.map(({ name, value, tools }) => [name, value, tools]));
      },
    },
    async forTry({ names, tool, actor }) {
      const holder: Holder = { names, tool: { name: tool }, origins: undefined, context: undefined, actor };
      const opened = await open(holder);
      return opened.ok
        ? opened
        : { ...opened, message: `${opened.message} Nothing was called.`, hint: hintAtTerminal(opened, tool) };
    },
  };
}

function withRemedy({ message, missing }: Extract<Opened, { ok: false }>, group: string): string {
  return missing.length > 0
    ? `${message} Add it in Settings, under Secrets, with group:${group} among its tools.`
    : `${message} Add group:${group} to its tools in Settings, under Secrets.`;
}

function hintAtTerminal({ missing }: Pick<Opened, "missing">, tool: string): string {
  const [name] = missing;
  return name === undefined
    ? `npx openhive vault set NAME --keep-value --tools ${tool} lets it have the secret.`
    : `npx openhive vault set ${name} --tools ${tool} stores it.`;
}

function find(names: readonly string[], { secrets }: Pick<RuleSnapshot, "secrets">) {
  const byName = new Map(secrets.map((secret) => [secret.name, secret]));
  return {
    found: names.flatMap((name) => byName.get(name) ?? []),
    missing: names.filter((name) => !byName.has(name)),
  };
}

interface Refusal {
  readonly message: string;
  readonly hint: string;
}

function refusalOf(
  { tool, origins }: Holder,
  missing: readonly string[],
  found: readonly SealedSecret[],
): Refusal | undefined {
  if (missing.length > 0)
    return {
      message: `There is no secret named ${missing.join(" or ")}.`,
      hint: "Ask a person for it with prompt_secret, or go on without it.",
    };
  const ruled = toRuledTool(tool);
  for (const secret of found) {
    const reason = whyNotSecret(secret, ruled, origins);
    if (reason !== undefined)
      return {
        message: `The secret ${secret.name} was not handed over: ${reason}.`,
        hint: "A person decides in Settings, under Secrets, which tools and hosts may have it.",
      };
  }
  return undefined;
}

function toNote({ names, tool, origins, context, actor = "Connection test" }: Holder): SecretUseNote {
  if (!context) return { names, hosts: [], actor, tool: tool.name };
  const { scope, runId, sessionId } = context;
  return {
    names,
    hosts: origins ?? [],
    runId,
    sessionId,
    agentName: scope.agent.name,
    chain: scope.place?.chain ?? [scope.agent.name],
    tool: tool.name,
  };
}

/** What of a secret can turn up alone: the lines of a key, the texts of a JSON file. Short ones would hide ordinary text. */
function formsOf(value: string): readonly string[] {
  const lines = value.includes("\n") ? value.split(/\r?\n/).filter((line) => line.length >= 20) : [];
  return [value, ...lines.filter((line) => !line.startsWith("-----")), ...textsIn(value)];
}

function textsIn(value: string): readonly string[] {
  if (!/^\s*[{[]/.test(value)) return [];
  try {
    const texts: string[] = [];
    JSON.parse(value, (key, part: unknown) => {
      if (typeof part === "string" && part.length >= 12 && /key|token|secret|pass|credential/i.test(key))
        texts.push(part);
      return part;
    });
    return texts;
  } catch {
    return [];
  }
}
