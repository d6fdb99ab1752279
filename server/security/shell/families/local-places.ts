import ipaddr from "ipaddr.js";
import { isPublicAddress } from "../../outbound/public-address.ts";

const LOCAL =
  /^([a-z][a-z0-9+.-]*:\/\/)?([^/@]*@)?((?:[\w-]+\.)*localhost\.?([:/?#]|$)|127(\.\d+){1,3}([:/?#]|$)|0\.0\.0\.0|0[:/]|0$|\[?::1?\]?|10(\.\d+){2}\.[\d$*{]|192\.168\.\d|172\.(1[6-9]|2\d|3[01])\.\d|169\.254\.\d|0x[0-9a-f]+|0\d+\.|0?\d{8,12}([:/]|$)|metadata\.|\[?::ffff:|\[?f[cde][0-9a-f]{2}:)/i;
/** Names that lead to this machine, its network or the machine around it wherever they are looked up. */
const NAMES =
  /^(([\w-]+\.)*(localhost|local|internal|lan|home\.arpa|localdomain|intranet|corp|private|svc|cluster\.local)|kubernetes(\.default)?|instance-data|wpad|metadata)\.?$/i;
/** Public names whose answers are private addresses: made for that, or for an address in the name. */
const WILDCARDS =
  /(^|\.)(nip\.io|sslip\.io|xip\.io|traefik\.me|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|local\.gd|rbndr\.us|1u\.ms|localhost\.direct|fuf\.me|smackaho\.st|lcl\.host)\.?$/i;

/**
 * Whether an argument leads to this machine or its network, as it is written and as browsers read it: they know an address in
 * every disguise.
 *
 * @param form `url` asks for a whole address with a scheme; otherwise a host alone is one too
 */
export function isLocal(value: string, form: "url" | "place" = "place"): boolean {
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(value);
  if (form === "url" && !isUrl) return false;
  if (LOCAL.test(value)) return true;
  const host = isUrl ? hostOf(value) : (/^(?:[^/@\s]*@)?([\w.-]+)(?:[:/?#]|$)/.exec(value)?.[1] ?? "");
  if (/^:\d*(\/|$)/.test(value)) return true;
  const address = host.replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(address) && /[.:]/.test(address)) return !isPublicAddress(address);
  return LOCAL.test(host) || NAMES.test(host) || WILDCARDS.test(host);
}

/** Also of addresses with a scheme that browsers do not know. */
function hostOf(value: string): string {
  return URL.canParse(value) ? new URL(value.replace(/^[a-z][a-z0-9+.-]*:/i, "http:")).hostname : "";
}
