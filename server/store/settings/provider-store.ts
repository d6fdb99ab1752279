import type { ProviderKind, ProviderWire, SaveProviderInput } from "../../contract/provider.ts";
import type { Database } from "../database.ts";
import type { Prisma } from "../prisma.ts";

/** Turns secrets into what may lie in the database, and back. */
export interface SecretBox {
  encrypt(text: string): Promise<string>;
  decrypt(encrypted: string): Promise<string>;
}

/** A provider with its key in plain text: never leaves the server. */
export interface StoredProvider {
  readonly id: string;
  readonly kind: ProviderKind;
  readonly name: string;
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
  readonly models: readonly string[];
  readonly maxConcurrentSessions: number | null;
  /** Context sizes in tokens that people set, by the model's name. */
  readonly contextTokens: Readonly<Record<string, number>>;
  /** The API that was chosen for it. */
  readonly wire: ProviderWire | null;
}

/** The providers that people added; fits the port of the provider feature. */
export interface ProviderStore {
  find(id: string): Promise<StoredProvider | undefined>;
  list(): Promise<readonly StoredProvider[]>;
  /** An absent key keeps the stored one, null removes it. */
  save(provider: SaveProviderInput): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface ProviderStoreDeps {
  readonly prisma: Prisma;
  readonly database: Database;
  readonly secrets: SecretBox;
}

/** Read for every session that moves: by a prepared statement. */
const FIND = {
  name: "find-provider",
  text: `select id, kind, name, base_url as "baseUrl", secret, models,
    max_concurrent_sessions as "maxConcurrentSessions", context_tokens as "contextTokens", wire from provider where id = $1`,
};

interface ProviderRow {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly baseUrl: string | null;
  readonly secret: string | null;
  readonly models: string[];
  readonly maxConcurrentSessions: number | null;
  readonly contextTokens: unknown;
  readonly wire: string | null;
}

export function createProviderStore({ prisma, database, secrets }: ProviderStoreDeps): ProviderStore {
  const open = async (row: ProviderRow): Promise<StoredProvider> => ({
    id: row.id,
    kind: row.kind as ProviderKind,
    name: row.name,
    baseUrl: row.baseUrl,
    apiKey: row.secret === null ? null : await secrets.decrypt(row.secret),
    models: row.models,
    maxConcurrentSessions: row.maxConcurrentSessions,
    contextTokens: row.contextTokens as StoredProvider["contextTokens"],
    wire: row.wire as ProviderWire | null,
  });
  return {
    async find(id) {
      const { rows } = await database.query<ProviderRow>({ ...FIND, values: [id] });
      return rows[0] && open(rows[0]);
    },
    async list() {
      return Promise.all((await prisma.provider.findMany({ orderBy: { id: "asc" } })).map(open));
    },
    async save({ id, apiKey, maxConcurrentSessions, contextTokens, wire, ...provider }) {
      const secret =
        apiKey === undefined ? {} : { secret: apiKey === null ? null : await secrets.encrypt(apiKey) };
      const row = {
        kind: provider.kind,
        name: provider.name,
        baseUrl: provider.baseUrl,
        models: provider.models,
        ...secret,
        ...(maxConcurrentSessions === undefined ? {} : { maxConcurrentSessions }),
        ...(contextTokens === undefined ? {} : { contextTokens }),
        ...(wire === undefined ? {} : { wire }),
      };
      await prisma.provider.upsert({ where: { id }, create: { id, ...row }, update: row });
    },
    async remove(id) {
      await prisma.provider.deleteMany({ where: { id } });
    },
  };
}
