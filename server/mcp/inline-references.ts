import type { Json, JsonObject } from "../contract/json.ts";
import { isJsonObject } from "./mend-node.ts";

/** Nodes a schema may unfold to: references that multiply each other stop here. */
const maximumNodes = 5_000;
/** References that lead to references. */
const longestTrail = 20;

interface Unfolding {
  readonly root: JsonObject;
  readonly notes: Set<string>;
  nodes: number;
}

/**
 * Replaces every `$ref` by what it points to, because not every provider follows references.
 * Only `#` and `#/...` inside the schema are followed; a recursive, missing or outside target becomes "anything", with a note.
 * Undefined when the schema would grow beyond measure.
 */
export function inlineReferences(root: JsonObject, notes: Set<string>): Json | undefined {
  const unfolding: Unfolding = { root, notes, nodes: 0 };
  const { $defs: _defs, definitions: _definitions, ...used } = root;
  const unfolded = unfold(used, [], unfolding);
  return unfolding.nodes > maximumNodes ? undefined : unfolded;
}

function unfold(value: Json, trail: readonly string[], unfolding: Unfolding): Json {
  unfolding.nodes += 1;
  if (unfolding.nodes > maximumNodes) return {};
  if (Array.isArray(value)) return value.map((item: Json) => unfold(item, trail, unfolding));
  if (!isJsonObject(value)) return value;
  const reference = value["$ref"] ?? value["$dynamicRef"];
  if (typeof reference === "string") return follow(value, [...trail, reference], unfolding);
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, unfold(child, trail, unfolding)]),
  );
}

function follow(node: JsonObject, trail: readonly string[], unfolding: Unfolding): Json {
  const reference = trail[trail.length - 1] ?? "";
  const { $ref: _ref, $dynamicRef: _dynamic, ...beside } = node;
  const rest = unfold(beside, trail.slice(0, -1), unfolding);
  const isEndless = trail.indexOf(reference) < trail.length - 1 || trail.length > longestTrail;
  const target = isEndless ? undefined : lookUp(unfolding.root, reference);
  if (target === undefined) {
    unfolding.notes.add(
      "References that are recursive, missing or outside the schema were opened to any value.",
    );
    return rest;
  }
  const unfolded = unfold(target, trail, unfolding);
  return isJsonObject(unfolded) && isJsonObject(rest) ? { ...unfolded, ...rest } : unfolded;
}

/** Follows a JSON Pointer in a fragment (RFC 6901). The root itself counts as recursive: it contains the reference. */
function lookUp(root: JsonObject, reference: string): Json | undefined {
  if (!reference.startsWith("#/")) return undefined;
  let current: Json | undefined = root;
  for (const step of reference.slice(2).split("/")) {
    const key = decode(step).replaceAll("~1", "/").replaceAll("~0", "~");
    if (current === null || typeof current !== "object" || !Object.hasOwn(current, key)) return undefined;
    current = (current as JsonObject)[key];
  }
  return current;
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
