import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SERVER = join(import.meta.dirname, "../..");
/** What reaches other machines, or listens for them. */
const NETWORK =
  /from "(?:node:)?(?:http|https|http2|net|tls|dgram|dns(?:\/promises)?|undici)"|\bfetch\(|\bnew (?:WebSocket|EventSource)\(|(?:Client|SSE|HTTP\w*)Transport\(|import\("(?:node:)?(?:http|https|net|tls|undici)"\)/;

/**
 * The files that may, and why. All that comes from a model, a page or a person goes through the guarded client or proxy; the
 * others go where the operator's own setting says, or only listen.
 */
const KNOWN: Readonly<Record<string, string>> = {
  "security/outbound/guarded-proxy.ts": "the guarded proxy for programs",
  "security/outbound/old-sockets.ts": "asks the proxy's own sockets",
  "security/outbound/outbound-client.ts": "the guarded client",
  "security/outbound/pinned-lookup.ts": "types",
  "security/outbound/proxy-connections.ts": "the guarded proxy for programs",
  "security/outbound/resolve-place.ts": "looks names up and checks what they answer",
  "providers/watched-fetch.ts": "a model's server, which the operator names; no redirect is followed",
  "providers/wires/lean-post.ts": "the same without web streams",
  "store/postgres/cluster-settings.ts": "finds a free port",
  "status-server.ts": "listens",
  "compressed-files.ts": "types of a listener",
  "waiting-page.ts": "types of a listener",
  "skills/revision-copies.ts": "a function of its own by that name",
  "skills/skill-revisions.ts": "a function of its own by that name",
};

test("nothing on the server reaches the net but the guarded client, the guarded proxy and what the operator names", () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !/\.test\.ts$|^testing\//.test(name),
  );
  expect(files.length).toBeGreaterThan(300);
  const reaching = files.filter((name) =>
    NETWORK.test(readFileSync(join(SERVER, name), "utf8").replaceAll(/^\s*(\*|\/\/).*$/gm, "")),
  );
  expect(reaching.toSorted()).toEqual(Object.keys(KNOWN).toSorted());
});
