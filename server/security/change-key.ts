import { AppError } from "../contract/app-error.ts";
import { adoptNextKey, createNextKey, parseEncryptionKey, readNextKey } from "./encryption-key.ts";
import { CANARY_TEXT, type OpenVaultOptions } from "./open-vault.ts";
import { createVault, toKeyId, type Vault } from "./vault.ts";

/** Where everything that is encrypted lies. */
export interface SealedValues {
  /** Lets one change of the key happen at a time, over all processes. Rejects at once with `AppError("conflict")` while another goes on. */
  alone<Value>(work: () => Promise<Value>): Promise<Value>;
  /**
   * Gives every encrypted value to `reseal` and stores what comes back, the canary too, which becomes `canary`. One commit:
   * either all of them changed or none. Nothing else is written to these rows meanwhile. Resolves with how many there were.
   */
  resealAll(canary: string, reseal: (sealed: string) => Promise<string>): Promise<number>;
}

export interface ChangeKeyOptions extends Pick<OpenVaultOptions, "dataDir" | "configuredKey"> {
  readonly vault: Vault;
  readonly sealed: SealedValues;
  /** The new OPENHIVE_ENCRYPTION_KEY; undefined where the key lies in a file, whose key is generated. */
  readonly newKey: string | undefined;
}

/**
 * Encrypts everything anew with another key.
 *
 * The new key is on disk before anything is encrypted with it, and takes its name after the commit: a process that is killed
 * at any moment leaves either the old key over old values or the new one over new values, and the next start finds out which.
 * Calling it again after that begins anew.
 */
export async function changeKey(options: ChangeKeyOptions): Promise<{ readonly count: number }> {
  const { dataDir, vault, sealed } = options;
  const isConfigured = Boolean(options.configuredKey?.trim());
  if (isConfigured && !options.newKey?.trim())
    throw new AppError(
      "invalid",
      "The key in use comes from OPENHIVE_ENCRYPTION_KEY: give the new one on standard input (openssl rand -base64 32 > new.key; npx openhive vault rotate < new.key). Nothing was changed.",
    );
  if (!isConfigured && options.newKey?.trim())
    throw new AppError(
      "invalid",
      "The key in use lies in the data folder, and a new one is made there. To use one of your own, set OPENHIVE_ENCRYPTION_KEY to the key in encryption.key first. Nothing was changed.",
    );
  return sealed.alone(async () => {
    // A change that was cut off after its commit is ended first: its key is nowhere else yet.
    await vault.encrypt(CANARY_TEXT);
    const key = options.newKey?.trim() ? parseEncryptionKey(options.newKey) : await createNextKey(dataDir);
    const next = createVault({ key, keyId: toKeyId(key) });
    const count = await sealed.resealAll(await next.encrypt(CANARY_TEXT), async (value) =>
      next.encrypt(await vault.decrypt(value)),
    );
    if (!isConfigured && (await readNextKey(dataDir)) !== undefined) await adoptNextKey(dataDir);
    return { count };
  });
}
