import type { ProviderKind, SaveProviderInput } from "../../contract/api.ts";
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
}

/** The providers that people added; fits the port of the provider feature. */
export interface ProviderStore {
  find(id: string): Promise<StoredProvider | undefined>;
  list(): Promise<readonly StoredProvider[]>;
  /** An absent key keeps the stored one, null removes it. */
  save(provider: SaveProviderInput): Promise<void>;
  remove(id: string): Promise<void>;
}

export function createProviderStore(prisma: Prisma, secrets: SecretBox): ProviderStore {
  const open = async (row: {
    id: string;
    kind: string;
    name: string;
    baseUrl: string | null;
    secret: string | null;
    models: string[];
  }): Promise<StoredProvider> => ({
    id: row.id,
    kind: row.kind as ProviderKind,
    name: row.name,
    baseUrl: row.baseUrl,
    apiKey: row.secret === null ? null : await secrets.decrypt(row.secret),
    models: row.models,
  });
  return {
    async find(id) {
      const row = await prisma.provider.findUnique({ where: { id } });
      return row ? open(row) : undefined;
    },
    async list() {
      return Promise.all((await prisma.provider.findMany({ orderBy: { id: "asc" } })).map(open));
    },
    async save({ id, apiKey, maxConcurrentSessions, ...provider }) {
      const secret =
        apiKey === undefined ? {} : { secret: apiKey === null ? null : await secrets.encrypt(apiKey) };
      const row = {
        kind: provider.kind,
        name: provider.name,
        baseUrl: provider.baseUrl,
        models: provider.models,
        ...secret,
        ...(maxConcurrentSessions === undefined ? {} : { maxConcurrentSessions }),
      };
      await prisma.provider.upsert({ where: { id }, create: { id, ...row }, update: row });
    },
    async remove(id) {
      await prisma.provider.deleteMany({ where: { id } });
    },
  };
}
