/** What a request says about where it comes from. Header values as received; absent ones null. */
export interface RequestFacts {
  readonly method: string;
  readonly host: string | null;
  readonly origin: string | null;
  readonly secFetchSite: string | null;
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

/** Reads the facts off a Fetch API request. */
export function toRequestFacts(request: {
  readonly method: string;
  readonly headers: Headers;
}): RequestFacts {
  const { method, headers } = request;
  return {
    method,
    host: headers.get("host"),
    origin: headers.get("origin"),
    secFetchSite: headers.get("sec-fetch-site"),
  };
}

/**
 * Decides whether a request may be served at all: pages of other sites must not be able to use this server through a browser.
 *
 * Every request: Host must be a loopback name, the configured host or an allowed one, because a name that was re-pointed at
 * this machine (DNS rebinding) makes a foreign page look same-origin. Anything but GET, HEAD and OPTIONS must also be
 * same-origin by its Origin header or, where there is none, by Sec-Fetch-Site; a request with neither is refused.
 * The scheme is not compared, so that TLS may end at a proxy; forwarded-host headers are not trusted.
 */
export function checkOrigin(request: RequestFacts, policy: AddressPolicy): OriginVerdict {
  const host = parseAuthority(request.host);
  if (host === undefined) return refused("The request has no usable Host header.");
  if (!isKnownHost(host, policy)) {
    return refused(
      `This server does not answer as "${host.host}". Add the name to OPENHIVE_ALLOWED_HOSTS if it should.`,
    );
  }
  return readingMethods.has(request.method.toUpperCase()) ? ALLOWED : checkMutation(request, host);
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
