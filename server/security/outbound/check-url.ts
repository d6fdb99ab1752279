/** What came of looking at an address: where it leads, or why nobody goes there. */
export type CheckedUrl =
  | { readonly ok: true; readonly url: URL; readonly host: string; readonly port: number }
  | { readonly ok: false; readonly message: string };

const LONGEST = 8_192;
const USUAL_PORTS: ReadonlySet<number> = new Set([80, 443, 8080, 8443]);

/** Names that RFC 6761, RFC 8375 and common practice keep for the own machine or the own network. */
const LOCAL_NAME =
  /^(localhost[46]?|ip6-(localhost|loopback|allnodes|allrouters)|localdomain|metadata|metadata\.goog|instance-data|kubernetes|wpad)$|\.(localhost|localdomain|local|internal|intranet|lan|home|corp|private|svc|home\.arpa|onion|i2p|alt|invalid|test)$/;

/**
 * Reads a web address the way browsers do, so that decimal, octal, hexadecimal, short and full-width forms of an address all
 * become the plain one, and refuses what no tool may ask for. Looks nothing up.
 *
 * @param isAllowed whether the host's setting names this host and port
 */
export function checkUrl(text: string, isAllowed: (host: string, port: number) => boolean): CheckedUrl {
  if (text.length > LONGEST) return refuse(`The address is longer than ${LONGEST} characters.`);
  if (!URL.canParse(text))
    return refuse("This is not a complete web address such as https://example.com/page.");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return refuse(`Only http and https addresses can be asked for, not ${url.protocol.slice(0, 20)}`);
  if (url.username !== "" || url.password !== "")
    return refuse("The address holds a user name or a password: take it out.");
  const host = url.hostname.replace(/\.+$/, "").replace(/^\[|\]$/g, "");
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  if (host === "") return refuse("The address names no host.");
  if (isAllowed(host, port)) return { ok: true, url, host, port };
  if (LOCAL_NAME.test(host)) return refuse(`${host} is a name of a private network.`);
  if (!USUAL_PORTS.has(port)) return refuse(`Port ${port} is not one of the web's (80, 443, 8080, 8443).`);
  return { ok: true, url, host, port };
}

function refuse(message: string): CheckedUrl {
  return { ok: false, message };
}
