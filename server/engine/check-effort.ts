/** How closely a value is held against a schema: until every mistake is found, until the first one, or not at all. */
export type CheckEffort = "all" | "first" | "none";

/** Weight up to which every mistake is looked for: what people and models write by hand. */
const CLOSELY = 200;
/** Weight of a value times that of its schema: about half a second at most. */
const MOST_WORK = 5_000_000;
/** Characters of a text that weigh as much as a value of its own. */
const CHARACTERS = 16;

/**
 * How much of a check this process can afford. In the worst case every value meets every rule of its schema, and each meeting ends
 * in a mistake that is kept: a long list under many rules would hold everybody up for minutes. What is not checked here is left to
 * whoever carries the call out.
 */
export function checkEffort(value: unknown, schemaWeight: number): CheckEffort {
  const most = MOST_WORK / schemaWeight;
  const weight = weightOf(value, { most });
  if (weight > most) return "none";
  return weight <= CLOSELY ? "all" : "first";
}

/** Whether a JSON value holds more than so many values, however deep and however long its texts are. */
export function hasMoreValues(value: unknown, most: number): boolean {
  return weightOf(value, { most, characters: Number.POSITIVE_INFINITY }) > most;
}

interface Weighing {
  /** Where counting ends. */
  readonly most?: number;
  /** Characters of a text or a name that weigh as much as a value of its own. */
  readonly characters?: number;
}

/** Values in a JSON value, however deep, long texts and names for more than one. */
export function weightOf(
  value: unknown,
  { most = Number.POSITIVE_INFINITY, characters = CHARACTERS }: Weighing = {},
): number {
  const open = [value];
  let weight = 0;
  while (open.length > 0 && weight + open.length <= most) {
    const one = open.pop();
    weight += 1 + charactersOf(one) / characters;
    const children = typeof one === "object" && one !== null ? Object.values(one) : [];
    // Where there are more than count, they are counted and not looked into.
    if (children.length > most - weight) weight += children.length;
    else for (const child of children) open.push(child);
  }
  return weight + open.length;
}

/** Of a text, or of an object's names. */
function charactersOf(one: unknown): number {
  if (typeof one === "string") return one.length;
  if (typeof one !== "object" || one === null || Array.isArray(one)) return 0;
  return Object.keys(one).reduce((sum, key) => sum + key.length, 0);
}
