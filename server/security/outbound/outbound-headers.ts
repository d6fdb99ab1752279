/** Set by the connection itself: a caller that sets them could smuggle a second request or reach another host. */
const OWN: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "accept-encoding",
  "keep-alive",
  "upgrade",
  "te",
  "trailer",
  "expect",
  "proxy-authorization",
  "proxy-connection",
]);

/** The only ones that go along when a redirect leads to another origin: nothing a caller wrote for the first one does. */
const TRAVELLING: ReadonlySet<string> = new Set(["accept", "accept-language", "user-agent"]);

const NAME = /^[!#$%&'*+.^_`|~\w-]{1,100}$/;

/** Why these headers cannot be sent; undefined when they can. */
export function checkHeaders(headers: Readonly<Record<string, string>>): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (!NAME.test(name)) return `The header name ${JSON.stringify(name.slice(0, 40))} is not valid.`;
    if (OWN.has(name.toLowerCase()))
      return `The header ${name} is set by the connection itself: leave it out.`;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    if (/[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/.test(value))
      return `The value of the header ${name} holds characters that headers cannot carry.`;
  }
  return undefined;
}

/** The headers for the next hop. */
export function headersAfterRedirect(
  headers: Readonly<Record<string, string>>,
  isSameOrigin: boolean,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => isSameOrigin || TRAVELLING.has(name.toLowerCase())),
  );
}
