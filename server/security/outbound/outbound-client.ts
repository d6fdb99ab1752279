import type { Agent } from "undici";
import type { AllowedPlaces } from "./allowed-places.ts";
import { checkHeaders, headersAfterRedirect } from "./outbound-headers.ts";
import { pinnedLookup } from "./pinned-lookup.ts";
import { ENCODINGS, readBody } from "./read-body.ts";
import { type HostResolver, type Place, resolvePlace } from "./resolve-place.ts";

export interface OutboundRequest {
  readonly url: string;
  /** GET unless given. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For everything together: lookups, redirects, the whole answer. */
  readonly timeoutMs: number;
  /** Of the answer, packed and unpacked alike. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

export interface OutboundAnswer {
  readonly ok: true;
  readonly status: number;
  /** Lower-cased names; several values are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Where the answer came from, after redirects. */
  readonly url: string;
}

export interface OutboundFailure {
  readonly ok: false;
  /** `refused`: this client does not go there. The rest: it went and nothing usable came back. */
  readonly code: "refused" | "failed" | "too_large" | "timed_out";
  readonly message: string;
}

/** The one way out to addresses that came from a model, a page or a person. Never rejects. */
export interface OutboundClient {
  send(request: OutboundRequest): Promise<OutboundAnswer | OutboundFailure>;
}

export interface OutboundClientOptions {
  readonly resolver: HostResolver;
  readonly allowed: AllowedPlaces;
}

const MOST_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const HEADER_BYTES = 32_768;

type Hop = { readonly next: OutboundRequest } | OutboundAnswer | OutboundFailure;

/**
 * Builds the guarded client. Every hop of a request is resolved first, checked, and connected to by the checked address, so
 * that a name which answers differently the second time gains nothing. No connection, cookie or credential is kept.
 */
export function createOutboundClient({ resolver, allowed }: OutboundClientOptions): OutboundClient {
  async function hop(sent: OutboundRequest, signal: AbortSignal): Promise<Hop> {
    const resolved = await resolvePlace(sent.url, resolver, allowed);
    if (!resolved.ok) return resolved;
    signal.throwIfAborted();
    // Loaded by the first request: most processes never send one.
    const { Agent, request } = await import("undici");
    const agent = new Agent(pinnedTo(resolved.place));
    try {
      const { statusCode, headers, body } = await request(resolved.place.url, {
        dispatcher: agent,
        method: (sent.method ?? "GET").toUpperCase(),
        headers: { "user-agent": "OpenHive", ...sent.headers, "accept-encoding": ENCODINGS },
        body: sent.body ?? null,
        signal,
      });
      const plain = toPlainHeaders(headers);
      if (REDIRECTS.has(statusCode) && plain["location"] !== undefined) {
        // An answer that is given up fails by design.
        body.on("error", () => undefined).destroy();
        return afterRedirect(sent, statusCode, plain["location"]);
      }
      const bytes = await readBody(body, plain["content-encoding"], sent.maxBytes);
      if (bytes === undefined) return tooLarge(sent.maxBytes);
      return { ok: true, status: statusCode, headers: plain, body: bytes, url: resolved.place.url.href };
    } finally {
      await agent.destroy();
    }
  }

  async function follow(first: OutboundRequest, signal: AbortSignal) {
    let current = first;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const outcome = await hop(current, signal);
      if (!("next" in outcome)) return outcome;
      current = outcome.next;
    }
    return failure("failed", `The address redirects more than ${MOST_REDIRECTS} times.`);
  }

  return {
    async send(sent) {
      const wrong = checkHeaders(sent.headers ?? {});
      if (wrong !== undefined) return failure("refused", wrong);
      const deadline = AbortSignal.timeout(sent.timeoutMs);
      try {
        return await follow(sent, AbortSignal.any([deadline, ...(sent.signal ? [sent.signal] : [])]));
      } catch (error) {
        if (deadline.aborted)
          return failure("timed_out", `No complete answer came within ${sent.timeoutMs / 1000} seconds.`);
        return failure("failed", `The request failed: ${reasonOf(error)}.`);
      }
    },
  };
}

/** Connects to the addresses that were checked, whatever the name says by now. */
function pinnedTo({ addresses }: Place): Agent.Options {
  return { maxHeaderSize: HEADER_BYTES, connect: { lookup: pinnedLookup(addresses) } };
}

function afterRedirect(sent: OutboundRequest, status: number, location: string): Hop {
  if (!URL.canParse(location, sent.url))
    return failure("failed", "The address redirects to no valid address.");
  const target = new URL(location, sent.url);
  const isSameOrigin = target.origin === new URL(sent.url).origin;
  const method = (sent.method ?? "GET").toUpperCase();
  const keepsMethod = status === 307 || status === 308 || method === "GET" || method === "HEAD";
  if (keepsMethod && sent.body !== undefined && !isSameOrigin)
    return failure("refused", "The address redirects to another site, and what is sent is not for that one.");
  const { body, ...rest } = sent;
  const headers = headersAfterRedirect(sent.headers ?? {}, isSameOrigin);
  const next = { ...rest, url: target.href, headers };
  if (!keepsMethod) return { next: { ...next, method: "GET" } };
  return { next: body === undefined ? next : { ...next, body } };
}

function toPlainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
}

function tooLarge(maxBytes: number): OutboundFailure {
  return failure("too_large", `The answer is larger than ${maxBytes} bytes.`);
}

function failure(code: OutboundFailure["code"], message: string): OutboundFailure {
  return { ok: false, code, message };
}

/** The system's code says enough; messages may repeat addresses. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown reason";
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return code ?? error.message.slice(0, 200);
}
