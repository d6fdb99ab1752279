import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { AllowedPlaces } from "./allowed-places.ts";
import { checkUrl } from "./check-url.ts";
import { isPublicAddress } from "./public-address.ts";

export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Finds the addresses of a host; rejects when there are none. */
export type HostResolver = (host: string) => Promise<readonly HostAddress[]>;

/** Where one request goes: the address that was checked is the one that is connected to. */
export interface Place {
  readonly url: URL;
  readonly addresses: readonly HostAddress[];
}

export type ResolvedPlace =
  | { readonly ok: true; readonly place: Place }
  | { readonly ok: false; readonly code: "refused" | "failed"; readonly message: string };

const LOOKUP_MS = 5_000;

/** The resolver of the operating system. */
export const systemResolver: HostResolver = async (host) =>
  (await lookup(host, { all: true, order: "verbatim" })).map(({ address, family }) => ({
    address,
    family: family === 6 ? 6 : 4,
  }));

/**
 * Checks an address and looks its host up, once. One private address among several refuses the host: a name that answers
 * with both is not to be trusted with either. A lookup that fails or takes longer than 5 seconds refuses as well.
 */
export async function resolvePlace(
  text: string,
  resolver: HostResolver,
  allowed: AllowedPlaces,
): Promise<ResolvedPlace> {
  const checked = checkUrl(text, allowed.hasHost);
  if (!checked.ok) return { ok: false, code: "refused", message: checked.message };
  const { url, host, port } = checked;
  const addresses = await addressesOf(host, resolver);
  if (addresses.length === 0)
    return { ok: false, code: "failed", message: `The host ${host} could not be found.` };
  const isOwn = allowed.hasHost(host, port);
  const bad = isOwn
    ? undefined
    : addresses.find(({ address }) => !isPublicAddress(address) && !allowed.hasAddress(address));
  if (bad === undefined) return { ok: true, place: { url, addresses } };
  return {
    ok: false,
    code: "refused",
    message: `${host} leads to an address that is not on the public internet.`,
  };
}

async function addressesOf(host: string, resolver: HostResolver): Promise<readonly HostAddress[]> {
  const family = isIP(host);
  if (family === 4 || family === 6) return [{ address: host, family }];
  const late = Promise.withResolvers<readonly HostAddress[]>();
  const timer = setTimeout(() => late.resolve([]), LOOKUP_MS);
  try {
    return await Promise.race([resolver(host), late.promise]);
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}
