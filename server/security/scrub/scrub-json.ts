import type { Json, JsonObject } from "../../contract/json.ts";
import { isReferenceOnly } from "../../contract/secret-references.ts";
import type { Scrubbed } from "./named-values.ts";
import { PART } from "./scrub-in-parts.ts";
import { PLACEHOLDER } from "./secret-families.ts";
import type { Steps } from "./turns.ts";

const TELLING_KEY =
  /^(?:(?:x[_-])?api[_-]?key|(?:access|refresh|id|auth|session|csrf|bot)[_-]?token|token|(?:client[_-]?|app[_-]?|shared[_-]?)?secret|secret[_-]?(?:key|access[_-]?key)|pass(?:word|wd|phrase)?|pwd|(?:proxy[_-])?authorization|credentials?|private[_-]?key|(?:set[_-])?cookie)$/i;
const DIGEST_KEY = /(?:sha\d{3}|digest|checksum|hash|integrity|commit|tree|etag|fingerprint|revision)$/i;
const DIGEST = /^(?:[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i;

type ScrubText = (text: string) => Scrubbed<string>;

/**
 * Scrubs every text in a value with `scrubText`, keys too; a text under a telling name is hidden whole. `name` is the one under which
 * the value stands; entries of a list stand under the list's.
 */
export function scrubJson(value: Json, scrubText: ScrubText, name = ""): Scrubbed<Json> {
  let count = 0;
  const take = (scrubbed: Scrubbed<string>) => {
    count += scrubbed.count;
    return scrubbed.value;
  };
  const scrubObject = (object: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(object).map(([key, member]) => [take(scrubText(key)), scrub(member, key)]),
    );
  const scrub = (one: Json, key: string): Json => {
    if (typeof one === "string") return take(judgeByName(one, key) ?? scrubText(one));
    if (one === null || typeof one !== "object") return one;
    return isList(one) ? one.map((entry) => scrub(entry, key)) : scrubObject(one);
  };
  return { value: scrub(value, name), count };
}

/** What becomes of a text because of the name it stands under, or of what it is as a whole; undefined: it has to be looked through. */
function judgeByName(text: string, key: string): Scrubbed<string> | undefined {
  if (DIGEST_KEY.test(key) && DIGEST.test(text)) return { value: text, count: 0 };
  // What an agent wrote in the place of a secret is for people to read.
  if (isReferenceOnly(text)) return { value: text, count: 0 };
  const isTelling = TELLING_KEY.test(key) && text.length >= 4 && !text.includes(PLACEHOLDER);
  return isTelling ? { value: PLACEHOLDER, count: 1 } : undefined;
}

interface ScrubLarge {
  readonly text: ScrubText;
  /** A long text, part by part. */
  readonly parts: (text: string) => Steps<Scrubbed<string>>;
}

/** `scrubJson` for a value of any size: it may pause after each part of it that is some hundred thousand characters large. */
export function* scrubLargeJson(value: Json, scrub: ScrubLarge, name = ""): Steps<Scrubbed<Json>> {
  return weigh(value, PART) < PART
    ? scrubJson(value, scrub.text, name)
    : yield* scrubHeavy(value, scrub, name);
}

function* scrubHeavy(value: Json, scrub: ScrubLarge, name: string): Steps<Scrubbed<Json>> {
  if (typeof value === "string") return judgeByName(value, name) ?? (yield* scrub.parts(value));
  if (value === null || typeof value !== "object") return { value, count: 0 };
  if (isList(value)) {
    const entries = yield* scrubEach(value, scrub, () => name);
    return { value: entries.values, count: entries.count };
  }
  const keys = Object.keys(value);
  const names = yield* scrubEach(keys, scrub, () => "");
  const members = yield* scrubEach(Object.values(value), scrub, (index) => keys[index] ?? "");
  const scrubbed = Object.fromEntries(members.values.map((member, index) => [names.values[index], member]));
  return { value: scrubbed, count: names.count + members.count };
}

/** One after the other, each under its name, with a pause whenever so many small ones are done. */
function* scrubEach(
  values: readonly Json[],
  scrub: ScrubLarge,
  nameOf: (index: number) => string,
): Steps<{ readonly values: Json[]; readonly count: number }> {
  const done: Json[] = [];
  let count = 0;
  let weight = 0;
  for (const [index, value] of values.entries()) {
    const heaviness = weigh(value, PART);
    const isHeavy = heaviness >= PART;
    // What is heavy is weighed again one level down, and below that again: each time takes as long as a part.
    if (isHeavy) yield;
    const scrubbed = isHeavy
      ? yield* scrubHeavy(value, scrub, nameOf(index))
      : scrubJson(value, scrub.text, nameOf(index));
    done.push(scrubbed.value);
    count += scrubbed.count;
    weight += heaviness;
    if (weight >= PART) {
      weight = 0;
      yield;
    }
  }
  return { values: done, count };
}

/** Characters of a value's texts and names, and one for each value; no more than `most` is counted, and little more looked at. */
function weigh(value: Json, most: number): number {
  if (typeof value === "string") return Math.min(value.length + 1, most);
  if (value === null || typeof value !== "object") return 1;
  let weight = 1;
  for (const [key, member] of isList(value) ? value.entries() : Object.entries(value)) {
    weight += (typeof key === "string" ? key.length : 0) + weigh(member, most - weight);
    if (weight >= most) return most;
  }
  return weight;
}

function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}
