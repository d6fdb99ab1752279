import ipaddr from "ipaddr.js";

/** Places of the host's own that requests may reach although they are not public. */
export interface AllowedPlaces {
  /** By name, and by port where the setting names one; without a port, any. */
  hasHost(host: string, port: number): boolean;
  /** Whether the address lies in a block that the setting names. */
  hasAddress(address: string): boolean;
}

/**
 * Reads `OPENHIVE_OUTBOUND_ALLOW`: host names (`wiki.lan`), names with a port (`wiki.lan:8080`, `[fd00::5]:80`), addresses
 * and blocks of addresses (`10.20.0.0/16`). An entry that is none of these allows nothing.
 */
export function readAllowedPlaces(entries: readonly string[]): AllowedPlaces {
  const hosts = new Set<string>();
  const blocks: [ipaddr.IPv4 | ipaddr.IPv6, number][] = [];
  for (const entry of entries.map((text) => text.trim().toLowerCase())) {
    if (ipaddr.isValidCIDR(entry)) blocks.push(ipaddr.parseCIDR(entry));
    if (ipaddr.isValid(entry)) blocks.push([ipaddr.parse(entry), entry.includes(":") ? 128 : 32]);
    if (entry !== "") hosts.add(entry);
  }
  return {
    hasHost: (host, port) => hosts.has(host) || hosts.has(`${host}:${port}`),
    hasAddress(text) {
      if (!ipaddr.isValid(text)) return false;
      const address = ipaddr.parse(text);
      return blocks.some(([base, bits]) => address.kind() === base.kind() && address.match(base, bits));
    },
  };
}
