import type { Environment } from "./env.ts";
import { readAllowedPlaces } from "./security/outbound/allowed-places.ts";
import { createOutboundClient } from "./security/outbound/outbound-client.ts";
import { systemResolver } from "./security/outbound/resolve-place.ts";
import {
  createBraveEngine,
  createSearxngEngine,
  type SearchEngine,
} from "./tools/builtin/web/search-engine.ts";
import { createWebTools } from "./tools/builtin/web/web-tools.ts";

/** The tools that look at the web, over the one guarded client. */
export function createWeb({ outboundAllow, searxngUrl, braveKey }: Environment) {
  const clientFor = (entries: readonly string[]) =>
    createOutboundClient({ resolver: systemResolver, allowed: readAllowedPlaces(entries) });
  const client = clientFor(outboundAllow);
  return createWebTools(client, chooseEngine());

  /** The host's own search server may stand in its own network; only searches get there, not what agents ask for. */
  function chooseEngine(): SearchEngine | undefined {
    if (searxngUrl !== undefined) {
      const own = new URL(searxngUrl).hostname.replace(/^\[|\]$/g, "");
      return createSearxngEngine(clientFor([own]), searxngUrl);
    }
    return braveKey === undefined ? undefined : createBraveEngine(client, { key: braveKey });
  }
}
