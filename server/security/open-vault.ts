import { AppError } from "../contract/app-error.ts";
import {
  adoptNextKey,
  createKeyFile,
  encryptionKeyFile,
  parseEncryptionKey,
  readKeyFile,
  readNextKey,
} from "./encryption-key.ts";
import { createVault, headerOf, type KeyedVault, namesKey, toKeyId, type Vault } from "./vault.ts";

/**
 * Where one known text is kept, encrypted, beside the data: it tells the right key from a wrong one before any secret is
 * touched. It belongs into the same database as the secrets.
 */
export interface CanaryBook {
  read(): Promise<string | undefined>;
  /** Stores the value if there is none yet and gives the stored one: of two first starts at once, one wins. */
  keepFirst(value: string): Promise<string>;
}

export interface OpenVaultOptions {
  readonly dataDir: string;
  /** OPENHIVE_ENCRYPTION_KEY; undefined or empty uses the key file in the data folder. */
  readonly configuredKey: string | undefined;
  readonly canary: CanaryBook;
}

/** What every canary says. */
export const CANARY_TEXT = "openhive";

/**
 * Opens the vault at the start of the server.
 *
 * A key is generated only where nothing was ever encrypted. A missing, damaged or wrong key rejects with an `AppError` that
 * says how to get the right one back, and changes nothing: a new key over old data would make every stored secret unreadable.
 *
 * When the key is changed while the vault is open (`changeKey`), it takes up the new one by itself where that lies in the key
 * file, before it writes anything; where the key is configured, it rejects with what to do.
 */
export async function openVault(options: OpenVaultOptions): Promise<Vault> {
  let current = await unlock(options);
  return {
    async encrypt(text) {
      const stored = await options.canary.read();
      if (stored !== undefined && headerOf(stored) !== current.header) current = await unlock(options);
      return current.encrypt(text);
    },
    async decrypt(encrypted) {
      if (headerOf(encrypted) !== current.header) current = await unlock(options);
      return current.decrypt(encrypted);
    },
  };
}

/** The key at hand, once it opened the canary. Makes key and canary where there are none. */
async function unlock(options: OpenVaultOptions): Promise<KeyedVault> {
  const stored = await options.canary.read();
  if (stored === undefined) return makeFirst(options);
  const configured = options.configuredKey?.trim();
  if (configured) return (await tryKey(parseEncryptionKey(configured), stored)) ?? refuse(options);
  const key = await readKeyFile(options.dataDir);
  const opened = key && (await tryKey(key, stored));
  if (opened) return opened;
  // A change of the key was cut off after it was committed: its key waits beside the old one.
  const next = await readNextKey(options.dataDir);
  const adopted = next && (await tryKey(next, stored));
  if (adopted) {
    await adoptNextKey(options.dataDir);
    return adopted;
  }
  return key === undefined ? refuseMissing(options.dataDir) : refuse(options);
}

async function makeFirst(options: OpenVaultOptions): Promise<KeyedVault> {
  const configured = options.configuredKey?.trim();
  const key = configured
    ? parseEncryptionKey(configured)
    : ((await readKeyFile(options.dataDir)) ?? (await createKeyFile(options.dataDir)));
  const vault = createVault({ key });
  const stored = await options.canary.keepFirst(await vault.encrypt(CANARY_TEXT));
  return (await tryKey(key, stored)) ?? refuse(options);
}

async function tryKey(key: Uint8Array, canary: string): Promise<KeyedVault | undefined> {
  const vault = createVault({ key, keyId: namesKey(canary) ? toKeyId(key) : undefined });
  const opened = await vault.decrypt(canary).catch(() => undefined);
  return opened === CANARY_TEXT && vault.header === headerOf(canary) ? vault : undefined;
}

function refuseMissing(dataDir: string): never {
  throw new AppError(
    "unavailable",
    `The encryption key ${encryptionKeyFile(dataDir)} is missing, and stored secrets need it. Restore the file from a backup, or set OPENHIVE_ENCRYPTION_KEY to the key that was used. Nothing was changed.`,
  );
}

function refuse({ configuredKey, dataDir }: OpenVaultOptions): never {
  const source = configuredKey?.trim() ? "OPENHIVE_ENCRYPTION_KEY" : encryptionKeyFile(dataDir);
  throw new AppError(
    "unavailable",
    `The key in ${source} does not fit the stored secrets: they were encrypted with another one. Set OPENHIVE_ENCRYPTION_KEY to that key or restore its encryption.key file; if the key was changed with npx openhive vault rotate, use the new one and restart. Nothing was changed.`,
  );
}
