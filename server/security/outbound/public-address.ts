import ipaddr from "ipaddr.js";

/** Public by their range and yet no place for a request: they answer with a machine's credentials. */
const METADATA = new Set(["168.63.129.16"]);

/** The end of an address that carries an IPv4 address for a tunnel inside a site (ISATAP, RFC 5214). */
const TUNNEL_MARKS: ReadonlySet<number> = new Set([0, 0x200]);
const TUNNEL_NAME = 0x5efe;

const GLOBAL_UNICAST: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an address belongs to the public internet, as the IANA registries of special-purpose addresses have it.
 *
 * Private, loopback, link-local, shared, benchmarking, documentation, reserved and multicast ranges do not. Neither does any
 * IPv6 form that carries an IPv4 address (mapped, compatible, translated, NAT64, 6to4, Teredo, ISATAP), whatever it carries. A text
 * that is no address is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  if (!(address instanceof ipaddr.IPv6)) return !METADATA.has(address.toString());
  if (address.zoneId !== undefined && address.zoneId !== "") return false;
  const [mark = 0, name = 0] = address.parts.slice(4);
  if (TUNNEL_MARKS.has(mark) && name === TUNNEL_NAME) return false;
  return address.match(GLOBAL_UNICAST);
}
