import { matchingEntry, type RuledTool } from "./matches-list.ts";

/** Where a secret may go. */
export interface SecretPlaces {
  readonly tools: readonly string[];
  readonly hosts: readonly string[];
}

/**
 * Why a secret may not be handed to a call; undefined when it may.
 *
 * `origins` are where the call sends what it holds, such as `https://api.example.com`; undefined where that cannot be told. Such
 * a tool has to be named by itself or by a group: `*` trusts only tools whose hosts can be checked. An empty list allows
 * nothing.
 */
export function whyNotSecret(
  places: SecretPlaces,
  tool: RuledTool,
  origins: readonly string[] | undefined,
): string | undefined {
  const list = origins === undefined ? places.tools.filter((entry) => entry !== "*") : places.tools;
  if (matchingEntry(list, tool) === undefined) {
    const isStar = origins === undefined && places.tools.includes("*");
    return isStar
      ? `where ${tool.name} sends it cannot be told, so the tool has to be named`
      : `it is not allowed for ${tool.name}`;
  }
  if (origins === undefined) return undefined;
  if (origins.length === 0) return "the call has no complete address";
  const foreign = origins.find((origin) => !places.hosts.some((entry) => coversOrigin(entry, origin)));
  return foreign === undefined ? undefined : `it is not allowed for ${foreign}`;
}

/** Ports that a scheme has by itself are left out in an origin, and in an entry that names none. */
function coversOrigin(entry: string, origin: string): boolean {
  const plain = entry.startsWith("http://");
  const place = plain ? entry.slice("http://".length) : entry;
  const scheme = plain ? "http://" : "https://";
  if (!origin.startsWith(scheme)) return false;
  if (place === "*") return true;
  const target = origin.slice(scheme.length);
  if (!place.startsWith("*.")) return withoutDefaultPort(place, plain) === target;
  const suffix = withoutDefaultPort(place.slice(1), plain);
  return target.endsWith(suffix) && target.length > suffix.length;
}

function withoutDefaultPort(place: string, isPlain: boolean): string {
  const port = isPlain ? ":80" : ":443";
  return place.endsWith(port) ? place.slice(0, -port.length) : place;
}
