import { randomBytes, scryptSync } from "node:crypto";
import { chmod, constants, copyFile, link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../contract/app-error.ts";
import { codeOf } from "../contract/error-code.ts";

const keyBytes = 32;
const minimumPassphrase = 12;
/** Fixed, because the same passphrase has to give the same key on every machine that shares a database. */
const passphraseSalt = "openhive encryption key, version 1";
const scryptCost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** Where the generated key lives. */
export function encryptionKeyFile(dataDir: string): string {
  return join(dataDir, "encryption.key");
}

/**
 * Reads OPENHIVE_ENCRYPTION_KEY: 32 bytes as 64 hex digits or as base64, or else a passphrase of at least 12 characters.
 * Throws `AppError("invalid")` with what to do.
 */
export function parseEncryptionKey(text: string): Uint8Array {
  const value = text.trim();
  if (/^[0-9a-f]{64}$/i.test(value)) return Buffer.from(value, "hex");
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(value)) {
    const decoded = Buffer.from(value, "base64");
    if (decoded.length === keyBytes) return decoded;
  }
  if (value.length >= minimumPassphrase) return scryptSync(value, passphraseSalt, keyBytes, scryptCost);
  throw new AppError(
    "invalid",
    `OPENHIVE_ENCRYPTION_KEY is too short: use 32 random bytes as base64 (openssl rand -base64 32) or a passphrase of ${minimumPassphrase} characters or more.`,
  );
}

/** Where a new key waits until everything is encrypted with it. */
function nextKeyFile(dataDir: string): string {
  return `${encryptionKeyFile(dataDir)}.next`;
}

/** Reads the key file. Undefined when there is none; throws `AppError("invalid")` when it does not hold a key. */
export function readKeyFile(dataDir: string): Promise<Uint8Array | undefined> {
  return readKey(encryptionKeyFile(dataDir));
}

/** Reads the key that was made to take the place of the one in use; undefined when there is none or it was not written whole. */
export function readNextKey(dataDir: string): Promise<Uint8Array | undefined> {
  return readKey(nextKeyFile(dataDir)).catch(() => undefined);
}

/** Makes a key beside the one in use, durable before it resolves. One that was left behind is replaced. */
export async function createNextKey(dataDir: string): Promise<Uint8Array> {
  const key = randomBytes(keyBytes);
  try {
    await rm(nextKeyFile(dataDir), { force: true });
    await writeKey(nextKeyFile(dataDir), key);
    return key;
  } catch (cause) {
    await rm(nextKeyFile(dataDir), { force: true }).catch(() => undefined);
    throw notWritten(dataDir, cause);
  }
}

/** Puts the next key in the place of the one in use, in one step. Does nothing when another process did. */
export async function adoptNextKey(dataDir: string): Promise<void> {
  await rename(nextKeyFile(dataDir), encryptionKeyFile(dataDir)).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return;
    throw new AppError(
      "unavailable",
      `The new encryption key ${nextKeyFile(dataDir)} could not take the place of encryption.key: ${cause.message}. The next start tries again.`,
      { cause },
    );
  });
}

async function readKey(file: string): Promise<Uint8Array | undefined> {
  const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return undefined;
    throw new AppError("unavailable", `The encryption key ${file} cannot be read: ${cause.message}`, {
      cause,
    });
  });
  if (text === undefined) return undefined;
  const key = Buffer.from(text.trim(), "base64");
  if (key.length !== keyBytes) {
    throw new AppError(
      "invalid",
      `The encryption key ${file} is damaged. Restore it from a backup; do not delete it.`,
    );
  }
  await chmod(file, 0o600).catch(() => undefined);
  return key;
}

/** Makes a key file that only its owner can read. When another process was faster, its key is given. */
export async function createKeyFile(dataDir: string): Promise<Uint8Array> {
  const key = randomBytes(keyBytes);
  const draft = `${encryptionKeyFile(dataDir)}.${process.pid}-${randomBytes(4).toString("hex")}`;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeKey(draft, key);
    await claimName(draft, encryptionKeyFile(dataDir));
    return key;
  } catch (cause) {
    const existing = codeOf(cause) === "EEXIST" ? await readKeyFile(dataDir) : undefined;
    if (existing !== undefined) return existing;
    throw notWritten(dataDir, cause);
  } finally {
    // A folder that lets nothing be removed let nothing be written either, which is said already.
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

function notWritten(dataDir: string, cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AppError("unavailable", `The encryption key cannot be written to ${dataDir}: ${reason}`, {
    cause,
  });
}

async function writeKey(file: string, key: Buffer): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(`${key.toString("base64")}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gives a finished file its name unless the name is taken; link() does both in one step, copying serves where links are unknown. */
async function claimName(draft: string, name: string): Promise<void> {
  await link(draft, name).catch((failure: unknown) => {
    if (codeOf(failure) === "EEXIST") throw failure;
    return copyFile(draft, name, constants.COPYFILE_EXCL);
  });
}
