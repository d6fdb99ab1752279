import { ownValue } from "../../contract/own-value.ts";
import { readAllowedPlaces } from "../../security/outbound/allowed-places.ts";
import { createGuardedProxy, type GuardedProxy } from "../../security/outbound/guarded-proxy.ts";
import { systemResolver } from "../../security/outbound/resolve-place.ts";

/** The one way of an installation to the network: to the package index and where that keeps its files. */
export interface IndexProxy {
  /** Path of the socket behind which it is. */
  socket(): Promise<string>;
  close(): Promise<void>;
}

export interface IndexProxyOptions {
  /** Address of the package index. Whoever sets it opens it, wherever it is. */
  readonly indexUrl: string;
  /** Places of the own network that are open to tools, as `OPENHIVE_OUTBOUND_ALLOW` says them: an index may keep its files there. */
  readonly outboundAllow?: readonly string[] | undefined;
}

/** Hosts that public indexes keep their files on. */
const FILES_OF: Readonly<Record<string, readonly string[]>> = { "pypi.org": ["files.pythonhosted.org"] };

/** Makes nothing before it is asked for. */
export function createIndexProxy({ indexUrl, outboundAllow = [] }: IndexProxyOptions): IndexProxy {
  const { hostname, port, protocol } = new URL(indexUrl);
  const place = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
  const allowed = readAllowedPlaces([...outboundAllow, place]);
  const hosts = [hostname, ...(ownValue(FILES_OF, hostname) ?? []), ...outboundAllow.map(hostOf)];
  const proxy: GuardedProxy = createGuardedProxy({ resolver: systemResolver, allowed });
  return { socket: () => proxy.socketFor(hosts), close: proxy.close };
}

/** `wiki.lan` of `wiki.lan:8080`. A block of addresses names no host. */
function hostOf(entry: string): string {
  return entry.trim().replace(/:\d+$/, "");
}
