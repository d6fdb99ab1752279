import { besideReferences, hasSecretReference } from "../../contract/secret-references.ts";
import type { Vault } from "../vault.ts";
import { createScrubber, type Scrubber } from "./scrubber.ts";

/** The secrets that this process knows, so that they can be hidden wherever they turn up. */
export interface SecretRegister {
  /** Remembers a value; texts below 6 characters are not worth hiding. */
  add(value: string): void;
  /** Hides what is known now, and everything that its shape gives away. */
  readonly scrubber: Scrubber;
}

/** More than a host's providers, servers and team databases have together; the oldest give way. */
const MOST_VALUES = 5_000;

export function createSecretRegister(values: Iterable<string | undefined> = []): SecretRegister {
  const known = new Set<string>();
  let built: Scrubber | undefined;
  const current = () => {
    built ??= createScrubber(known);
    return built;
  };
  const register: SecretRegister = {
    add(value) {
      if (value.length < 6 || known.has(value)) return;
      if (known.size >= MOST_VALUES) for (const oldest of [...known].slice(0, 1)) known.delete(oldest);
      known.add(value);
      built = undefined;
    },
    scrubber: {
      text: (text) => current().text(text),
      json: (value) => current().json(value),
      inTurns: {
        text: (text) => current().inTurns.text(text),
        json: (value) => current().inTurns.json(value),
      },
      openFrom: (text) => current().openFrom(text),
    },
  };
  for (const value of values) if (value !== undefined) register.add(value);
  return register;
}

/**
 * A vault whose secrets become known as they pass: what this process stored or read is what it could give away. Of a JSON
 * object of texts, such as a server's environment, those values count whose name or look tells that they are secret: hiding
 * `production` everywhere would hide nothing that matters, and a reference to a secret is none.
 */
export function rememberSecrets(vault: Vault, register: SecretRegister): Vault {
  const remember = (text: string) => {
    for (const value of valuesOf(text)) register.add(value);
    return text;
  };
  return {
    encrypt: (text) => vault.encrypt(remember(text)),
    decrypt: async (encrypted) => remember(await vault.decrypt(encrypted)),
  };
}

const TELLING_NAME = /key|token|secret|pass|pwd|credential|auth|private|dsn|cookie|session/i;

/** Sixteen or more signs without a blank or a folder's slash, letters and digits mixed. */
function isRandom(value: string): boolean {
  return /^[^\s/\\]{16,}$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value);
}

function secretsOf(name: string, value: string): readonly string[] {
  if (hasSecretReference(value)) return besideReferences(value).filter(isRandom);
  return TELLING_NAME.test(name) || isRandom(value) ? [value] : [];
}

function valuesOf(text: string): readonly string[] {
  if (!text.startsWith("{")) return [text];
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object"
      ? Object.entries(value).flatMap(([name, one]) => (typeof one === "string" ? secretsOf(name, one) : []))
      : [text];
  } catch {
    return [text];
  }
}
