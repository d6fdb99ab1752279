import { CompactEncrypt, compactDecrypt } from "jose";
import { AppError } from "../contract/app-error.ts";

/** Keeps secrets unreadable at rest: what goes into the database is what `encrypt` gives, nothing else. */
export interface Vault {
  /** Gives a compact JWE (RFC 7516; `dir`, A256GCM): a different text every time, safe in any text column. */
  encrypt(text: string): Promise<string>;
  /** Rejects with `AppError("unavailable")` when the value was made with another key or was changed. */
  decrypt(encrypted: string): Promise<string>;
}

const keyBytes = 32;

/** Builds a vault over a key of 32 bytes (see `loadEncryptionKey`). */
export function createVault({ key }: { readonly key: Uint8Array }): Vault {
  if (key.length !== keyBytes) throw new Error(`A vault key has ${keyBytes} bytes, not ${key.length}.`);
  const options = { keyManagementAlgorithms: ["dir"], contentEncryptionAlgorithms: ["A256GCM"] };
  return {
    encrypt(text) {
      const header = { alg: "dir", enc: "A256GCM" };
      return new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(header).encrypt(key);
    },
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
