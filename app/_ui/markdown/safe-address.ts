/** Kinds of addresses that a text may link to; all else could run script or open programs. */
const SAFE = new Set(["http", "https", "irc", "ircs", "mailto", "xmpp"]);

/** Whether a link or picture of a stranger's text may have this address: one of a few kinds, or relative to the page. */
export function isSafeAddress(address: string): boolean {
  const colon = address.indexOf(":");
  if (colon < 0) return true;
  const before = address.slice(0, colon);
  // A colon behind one of these belongs to a path or a query, as in "/search?q=a:b".
  return /[/?#]/.test(before) || SAFE.has(before.trim().toLowerCase());
}
