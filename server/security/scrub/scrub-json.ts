import type { Json, JsonObject } from "../../contract/json.ts";
import { isReferenceOnly } from "../../contract/secret-references.ts";
import type { Scrubbed } from "./named-values.ts";
import { PLACEHOLDER } from "./secret-families.ts";

const TELLING_KEY =
  /^(?:(?:x[_-])?api[_-]?key|(?:access|refresh|id|auth|session|csrf|bot)[_-]?token|token|(?:client[_-]?|app[_-]?|shared[_-]?)?secret|secret[_-]?(?:key|access[_-]?key)|pass(?:word|wd|phrase)?|pwd|(?:proxy[_-])?authorization|credentials?|private[_-]?key|(?:set[_-])?cookie)$/i;
const DIGEST_KEY = /(?:sha\d{3}|digest|checksum|hash|integrity|commit|tree|etag|fingerprint|revision)$/i;
const DIGEST = /^(?:[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i;

/** Scrubs every text in a value with `scrubText`, keys too; a text under a telling name is hidden whole. */
export function scrubJson(value: Json, scrubText: (text: string) => Scrubbed<string>): Scrubbed<Json> {
  let count = 0;
  const take = (scrubbed: Scrubbed<string>) => {
    count += scrubbed.count;
    return scrubbed.value;
  };
  const scrubString = (text: string, key: string): string => {
    if (DIGEST_KEY.test(key) && DIGEST.test(text)) return text;
    // What an agent wrote in the place of a secret is for people to read.
    if (isReferenceOnly(text)) return text;
    const isTelling = TELLING_KEY.test(key) && text.length >= 4 && !text.includes(PLACEHOLDER);
    return take(isTelling ? { value: PLACEHOLDER, count: 1 } : scrubText(text));
  };
  const scrubObject = (object: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(object).map(([key, member]) => [take(scrubText(key)), scrub(member, key)]),
    );
  /** `key` is the name under which the value stands; entries of a list stand under the list's. */
  const scrub = (one: Json, key: string): Json => {
    if (typeof one === "string") return scrubString(one, key);
    if (one === null || typeof one !== "object") return one;
    return isList(one) ? one.map((entry) => scrub(entry, key)) : scrubObject(one);
  };
  return { value: scrub(value, ""), count };
}

function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}
