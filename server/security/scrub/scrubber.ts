import type { Json } from "../../contract/json.ts";
import { createKnownValues } from "./known-values.ts";
import { scrubLongHex } from "./long-hex.ts";
import { type Scrubbed, scrubNamedValues } from "./named-values.ts";
import { scrubInParts } from "./scrub-in-parts.ts";
import { scrubJson, scrubLargeJson } from "./scrub-json.ts";
import { PLACEHOLDER, SECRET_FAMILIES, type SecretFamily } from "./secret-families.ts";
import { atOnce, inTurns, type Steps } from "./turns.ts";
import { WRITTEN_MARK, WRITTEN_SECRETS } from "./written-secrets.ts";

/** Takes secrets out of what leaves a tool, before it is cut, stored, shown or sent to a model. */
export interface Scrubber {
  /** Never rejects. Linear in the length of the text; scrubbing twice changes nothing more. */
  text(text: string): Scrubbed<string>;
  /** Every text in a value, keys too. A value under a telling name is hidden whole. */
  json(value: Json): Scrubbed<Json>;
  /** The same for what may be very long: others are answered meanwhile. */
  readonly inTurns: {
    text(text: string): Promise<Scrubbed<string>>;
    json(value: Json): Promise<Scrubbed<Json>>;
  };
  /**
   * Of a text that is not complete, where its end begins that may become a known value of several lines; its length where none has
   * begun. What its shape gives away needs no such place: `text` hides a key block that has no end yet.
   */
  openFrom(text: string): number;
}

/** What every family and every named value has in common. Most texts of a run are short and have none of it. */
const SUSPECT = /[:=：]|[A-Za-z0-9_-]{14}|--|<\/|bearer|login|mysql|mariadb/i;

const ALL_FAMILIES: readonly SecretFamily[] = [...SECRET_FAMILIES, ...WRITTEN_SECRETS];

/** Builds a scrubber for the known shapes and for values that are known to be secret: the vault's, and providers' keys. */
export function createScrubber(values: Iterable<string> = []): Scrubber {
  const known = createKnownValues(values);
  const parts = function* (text: string): Steps<Scrubbed<string>> {
    if (text.length < 4) return { value: text, count: 0 };
    const { value, count } = known.scrub(text);
    const scrubbed = yield* scrubInParts(value, scrubShapes);
    return { value: scrubbed.value, count: count + scrubbed.count };
  };
  const text = (one: string) => atOnce(parts(one));
  return {
    text,
    json: (value) => scrubJson(value, text),
    inTurns: {
      text: (one) => inTurns(parts(one)),
      json: (value) => inTurns(scrubLargeJson(value, { text, parts })),
    },
    openFrom: known.openFrom,
  };
}

/** Everything that a shape or a name gives away, in a text of bounded length. */
function scrubShapes(text: string): Scrubbed<string> {
  let value = text;
  let count = 0;
  if (!SUSPECT.test(value)) return { value, count };
  for (const family of WRITTEN_MARK.test(value) ? ALL_FAMILIES : SECRET_FAMILIES) {
    if (family.needs?.test(value) === false) continue;
    value = value.replace(family.pattern, (...match: readonly string[]) => {
      const [whole = "", first = ""] = match;
      if (whole.includes(PLACEHOLDER)) return whole;
      count += 1;
      return family.replacement ? `${first}${PLACEHOLDER}` : PLACEHOLDER;
    });
  }
  for (const scrub of [scrubNamedValues, scrubLongHex]) {
    const scrubbed = scrub(value);
    value = scrubbed.value;
    count += scrubbed.count;
  }
  return { value, count };
}
