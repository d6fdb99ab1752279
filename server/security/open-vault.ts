import { AppError } from "../contract/app-error.ts";
import { createKeyFile, encryptionKeyFile, parseEncryptionKey, readKeyFile } from "./encryption-key.ts";
import { createVault, type Vault } from "./vault.ts";

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

const canaryText = "openhive";

/**
 * Opens the vault at the start of the server.
 *
 * A key is generated only where nothing was ever encrypted. A missing, damaged or wrong key rejects with an `AppError` that
 * says how to get the right one back, and changes nothing: a new key over old data would make every stored secret unreadable.
 */
export async function openVault(options: OpenVaultOptions): Promise<Vault> {
  const vault = createVault({ key: await findKey(options) });
  const stored =
    (await options.canary.read()) ?? (await options.canary.keepFirst(await vault.encrypt(canaryText)));
  const opened = await vault.decrypt(stored).catch(() => undefined);
  if (opened !== canaryText) throw wrongKey(options);
  return vault;
}

async function findKey({ configuredKey, dataDir, canary }: OpenVaultOptions): Promise<Uint8Array> {
  if (configuredKey !== undefined && configuredKey.trim() !== "") return parseEncryptionKey(configuredKey);
  const fromFile = await readKeyFile(dataDir);
  if (fromFile !== undefined) return fromFile;
  if ((await canary.read()) !== undefined) {
    throw new AppError(
      "unavailable",
      `The encryption key ${encryptionKeyFile(dataDir)} is missing, and stored secrets need it. Restore the file from a backup, or set OPENHIVE_ENCRYPTION_KEY to the key that was used. Nothing was changed.`,
    );
  }
  return createKeyFile(dataDir);
}

function wrongKey({ configuredKey, dataDir }: OpenVaultOptions): AppError {
  const source = configuredKey?.trim() ? "OPENHIVE_ENCRYPTION_KEY" : encryptionKeyFile(dataDir);
  return new AppError(
    "unavailable",
    `The key in ${source} does not fit the stored secrets: they were encrypted with another one. Set OPENHIVE_ENCRYPTION_KEY to that key or restore its encryption.key file. Nothing was changed.`,
  );
}
