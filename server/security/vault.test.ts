import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createKeyFile, encryptionKeyFile, parseEncryptionKey } from "./encryption-key.ts";
import { type CanaryBook, openVault } from "./open-vault.ts";
import { createVault } from "./vault.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "openhive-vault-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function memoryCanary(): CanaryBook {
  let stored: string | undefined;
  return {
    read: async () => stored,
    keepFirst: async (value) => {
      stored ??= value;
      return stored;
    },
  };
}
const key = (fill: number) => new Uint8Array(32).fill(fill);

test("a secret comes back as it went in and never looks the same twice", async () => {
  const vault = createVault({ key: key(1) });
  const [first, second] = [await vault.encrypt("sk-tøken \n 🐝"), await vault.encrypt("sk-tøken \n 🐝")];
  expect(first).not.toBe(second);
  expect(first).not.toContain("sk-");
  expect(await vault.decrypt(first)).toBe("sk-tøken \n 🐝");
});

test("another key cannot read it", async () => {
  const encrypted = await createVault({ key: key(1) }).encrypt("secret");
  await expect(createVault({ key: key(2) }).decrypt(encrypted)).rejects.toMatchObject({
    code: "unavailable",
  });
});

test("a changed value is refused", async () => {
  const vault = createVault({ key: key(1) });
  const parts = (await vault.encrypt("secret")).split(".");
  parts[3] = `${parts[3]?.startsWith("A") ? "B" : "A"}${parts[3]?.slice(1)}`;
  await expect(vault.decrypt(parts.join("."))).rejects.toMatchObject({ code: "unavailable" });
  await expect(vault.decrypt("plain text")).rejects.toMatchObject({ code: "unavailable" });
});

test("a key of the wrong length is refused", () => {
  expect(() => createVault({ key: new Uint8Array(16) })).toThrow("32 bytes");
});

test("hex and base64 of the same bytes are the same key", () => {
  const bytes = Buffer.from(key(7));
  expect(parseEncryptionKey(bytes.toString("hex"))).toEqual(bytes);
  expect(parseEncryptionKey(`${bytes.toString("base64")}\n`)).toEqual(bytes);
  expect(parseEncryptionKey(bytes.toString("base64url"))).toEqual(bytes);
});

test("a passphrase gives the same 32 bytes every time, and another passphrase others", () => {
  const first = parseEncryptionKey("correct horse battery staple");
  expect(first).toHaveLength(32);
  expect(parseEncryptionKey("correct horse battery staple")).toEqual(first);
  expect(parseEncryptionKey("correct horse battery stable")).not.toEqual(first);
});

test("a short passphrase is refused with what to do", () => {
  expect(() => parseEncryptionKey("hunter2")).toThrow("openssl rand -base64 32");
});

test("the first start makes a key that only its owner can read, and the second start uses it", async () => {
  const canary = memoryCanary();
  const encrypted = await (await openVault({ dataDir, configuredKey: undefined, canary })).encrypt("secret");
  expect((await stat(encryptionKeyFile(dataDir))).mode & 0o777).toBe(0o600);
  const again = await openVault({ dataDir, configuredKey: "", canary });
  expect(await again.decrypt(encrypted)).toBe("secret");
  expect(await readdir(dataDir)).toEqual(["encryption.key"]);
});

test("a configured key writes no file", async () => {
  await openVault({ dataDir, configuredKey: "a passphrase of some length", canary: memoryCanary() });
  expect(await readdir(dataDir)).toEqual([]);
});

test("a wrong key stops the start with instructions and changes nothing", async () => {
  const canary = memoryCanary();
  await openVault({ dataDir, configuredKey: "the first passphrase", canary });
  const before = await canary.read();
  const start = openVault({ dataDir, configuredKey: "another passphrase", canary });
  await expect(start).rejects.toThrow(/OPENHIVE_ENCRYPTION_KEY.*Nothing was changed/);
  expect(await canary.read()).toBe(before);
});

test("a lost key file is never replaced while there is encrypted data", async () => {
  const canary = memoryCanary();
  await openVault({ dataDir, configuredKey: undefined, canary });
  await rm(encryptionKeyFile(dataDir));
  await expect(openVault({ dataDir, configuredKey: undefined, canary })).rejects.toThrow(
    /is missing.*Restore/,
  );
  expect(await readdir(dataDir)).toEqual([]);
});

test("a damaged key file stops the start and stays as it is", async () => {
  await writeFile(encryptionKeyFile(dataDir), "half a k");
  const start = openVault({ dataDir, configuredKey: undefined, canary: memoryCanary() });
  await expect(start).rejects.toThrow("damaged");
  expect(await readFile(encryptionKeyFile(dataDir), "utf8")).toBe("half a k");
});

test("of several first starts at once, all end with one key", async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => createKeyFile(dataDir)));
  expect(new Set(keys.map((made) => Buffer.from(made).toString("hex"))).size).toBe(1);
});
