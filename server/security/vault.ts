import { createHash } from "node:crypto";
import { base64url, CompactEncrypt, compactDecrypt } from "jose";
import { AppError } from "../contract/app-error.ts";

/** Keeps secrets unreadable at rest: what goes into the database is what `encrypt` gives, nothing else. */
export interface Vault {
  /** Gives a compact JWE (RFC 7516; `dir`, A256GCM): a different text every time, safe in any text column. */
  encrypt(text: string): Promise<string>;
  /** Rejects with `AppError("unavailable")` when the value was made with another key or was changed. */
  decrypt(encrypted: string): Promise<string>;
}

/** A vault over one key. */
export interface KeyedVault extends Vault {
  /** The first part of everything it encrypts: tells values of one key from those of another without opening them. */
  readonly header: string;
}

export interface VaultKey {
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** Named in what is encrypted; absent for the key that a database began with. */
  readonly keyId?: string | undefined;
}

const keyBytes = 32;

/** A name for a key that says nothing about it. */
export function toKeyId(key: Uint8Array): string {
  return createHash("sha256").update("openhive key id\0").update(key).digest("base64url").slice(0, 16);
}

/** The first part of an encrypted text. */
export function headerOf(encrypted: string): string {
  return encrypted.split(".", 1)[0] ?? "";
}

/** Whether an encrypted text names the key that it was made with. */
export function namesKey(encrypted: string): boolean {
  try {
    return "kid" in JSON.parse(new TextDecoder().decode(base64url.decode(headerOf(encrypted))));
  } catch {
    return false;
  }
}

/** Builds a vault over a key (see `openVault`). */
export function createVault({ key, keyId }: VaultKey): KeyedVault {
  if (key.length !== keyBytes) throw new Error(`A vault key has ${keyBytes} bytes, not ${key.length}.`);
  const options = { keyManagementAlgorithms: ["dir"], contentEncryptionAlgorithms: ["A256GCM"] };
  const header = { alg: "dir", enc: "A256GCM", ...(keyId === undefined ? {} : { kid: keyId }) };
  return {
    header: base64url.encode(JSON.stringify(header)),
    encrypt: (text) =>
      new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(header).encrypt(key),
    async decrypt(encrypted) {
      const opened = await compactDecrypt(encrypted, key, options).catch((cause: unknown) => {
        throw new AppError("unavailable", "A stored secret cannot be read with this encryption key.", {
          cause,
        });
      });
      return new TextDecoder().decode(opened.plaintext);
    },
  };
}
