/** What a request says about where it comes from. Header values as received; absent ones null. */
export interface RequestFacts {
  readonly method: string;
  /** What is asked for, as it stands in the request's first line. */
  readonly target: string;
  readonly host: string | null;
  readonly origin: string | null;
  readonly secFetchSite: string | null;
  readonly secFetchMode: string | null;
  readonly secFetchDest: string | null;
}

export interface AddressPolicy {
  /** The configured HOST, the address the server was told to bind to. */
  readonly host: string;
  /** OPENHIVE_ALLOWED_HOSTS: host names, or `name:port`, under which people may reach this server. */
  readonly allowedHosts: readonly string[];
}

export type OriginVerdict = { readonly ok: true } | { readonly ok: false; readonly reason: string };

const ALLOWED: OriginVerdict = { ok: true };
const readingMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
const wildcardHosts: ReadonlySet<string> = new Set(["0.0.0.0", "[::]", "::", "*"]);

/** Reads the facts off a request as Node has it. */
export function toRequestFacts(request: {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}): RequestFacts {
  const read = (name: string): string | null => request.headers[name]?.toString() ?? null;
  return {
    method: request.method ?? "GET",
    target: request.url ?? "/",
    host: read("host"),
    origin: read("origin"),
    secFetchSite: read("sec-fetch-site"),
    secFetchMode: read("sec-fetch-mode"),
    secFetchDest: read("sec-fetch-dest"),
  };
}

/**
 * Decides whether a request may be served at all: pages of other sites must not be able to use this server through a browser.
 *
 * Every request: Host must be a loopback name, the configured host or an allowed one, because a name that was re-pointed at
 * this machine (DNS rebinding) makes a foreign page look same-origin. Anything but GET, HEAD and OPTIONS must also be
 * same-origin by its Origin header or, where there is none, by Sec-Fetch-Site; a request with neither is refused. To read, another
 * site's page may lead a reader here by a link, and do nothing else: it cannot see answers, but could count and time them, keep
 * streams open and have files made.
 * What is asked for has to be a path: whatever else may stand there (another server's address, what a browser would take for one)
 * is read differently by those who route, redirect and log it.
 * The scheme is not compared, so that TLS may end at a proxy; forwarded-host headers are not trusted.
 */
export function checkOrigin(request: RequestFacts, policy: AddressPolicy): OriginVerdict {
  if (!isPath(request.target))
    return refused("A request here names a path of this server, and nothing else.");
  const host = parseAuthority(request.host);
  if (host === undefined) return refused("The request has no usable Host header.");
  if (!isKnownHost(host, policy)) {
    return refused(
      `This server does not answer as "${host.host}". Add the name to OPENHIVE_ALLOWED_HOSTS if it should.`,
    );
  }
  return readingMethods.has(request.method.toUpperCase())
    ? checkReading(request, host)
    : checkMutation(request, host);
}

/** Browsers read `//name` and `/\name` as another server's address; none of them sends a backslash as it is. */
function isPath(target: string): boolean {
  return /^\/(?!\/)[^\\\s]*$/.test(target);
}

/** Programs, and browsers over plain HTTP to anything but loopback, send no Sec-Fetch headers; the latter still send a foreign Origin. */
function checkReading(request: RequestFacts, host: URL): OriginVerdict {
  const { secFetchSite, secFetchMode, secFetchDest, origin } = request;
  const isForeign = secFetchSite === "cross-site" || secFetchSite === "same-site";
  if (isForeign && secFetchMode === "navigate" && secFetchDest === "document") return ALLOWED;
  if (isForeign) return refused("Other sites may link here, and nothing else (Sec-Fetch-Site).");
  if (origin !== null && !isSameOrigin(origin, host))
    return refused("Other sites may link here, and nothing else (Origin).");
  return ALLOWED;
}

function checkMutation(request: RequestFacts, host: URL): OriginVerdict {
  if (request.secFetchSite !== null && request.secFetchSite !== "same-origin") {
    return refused("Changes are accepted from this server's own pages only (Sec-Fetch-Site).");
  }
  if (request.origin !== null) {
    return isSameOrigin(request.origin, host)
      ? ALLOWED
      : refused("Changes are accepted from this server's own pages only (Origin).");
  }
  if (request.secFetchSite === "same-origin") return ALLOWED;
  return refused("A change needs an Origin header that names this server.");
}

function isSameOrigin(origin: string, host: URL): boolean {
  if (!/^https?:\/\/[^/?#@\s]+$/i.test(origin) || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  const defaultPort = url.protocol === "https:" ? "443" : "80";
  return url.hostname === host.hostname && (url.port || defaultPort) === (host.port || defaultPort);
}

function isKnownHost(host: URL, policy: AddressPolicy): boolean {
  if (isLoopbackName(host.hostname)) return true;
  const configured = parseAuthority(bracketed(policy.host));
  if (configured?.hostname === host.hostname) return true;
  // Bound to every address: an address typed as numbers cannot be rebound, a name can.
  if (wildcardHosts.has(policy.host) && isAddress(host.hostname)) return true;
  return policy.allowedHosts.some((entry) => {
    const allowed = parseAuthority(bracketed(entry.trim()));
    return allowed?.hostname === host.hostname && (allowed.port === "" || allowed.port === host.port);
  });
}

function isLoopbackName(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith("[") || /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname);
}

/** An IPv6 address as people write it in a setting, in the form a URL takes it. */
function bracketed(host: string): string {
  return host.split(":").length > 2 && !host.startsWith("[") ? `[${host}]` : host;
}

/** Reads `host[:port]` the way browsers do: lower case, numeric addresses in their one written form. */
function parseAuthority(authority: string | null): URL | undefined {
  if (authority === null || !/^[^/?#@\\\s]+$/.test(authority)) return undefined;
  const text = `http://${authority}`;
  if (!URL.canParse(text)) return undefined;
  return new URL(text);
}

function refused(reason: string): OriginVerdict {
  return { ok: false, reason };
}
