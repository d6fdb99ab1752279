import { describe, expect, test } from "vitest";
import { type AddressPolicy, checkOrigin, type RequestFacts, toRequestFacts } from "./check-origin.ts";

const local: AddressPolicy = { host: "127.0.0.1", allowedHosts: [] };

function request(facts: Partial<RequestFacts>): RequestFacts {
  const nothingSaid = { origin: null, secFetchSite: null, secFetchMode: null, secFetchDest: null };
  return {
    method: "POST",
    target: "/api/trpc/orgs.create",
    host: "127.0.0.1:3000",
    ...nothingSaid,
    ...facts,
  };
}
const isServed = (facts: Partial<RequestFacts>, policy = local) => checkOrigin(request(facts), policy).ok;

test("a change from this server's own page is served", () => {
  expect(isServed({ origin: "http://127.0.0.1:3000" })).toBe(true);
  expect(
    isServed({ host: "localhost:3000", origin: "http://localhost:3000", secFetchSite: "same-origin" }),
  ).toBe(true);
  expect(isServed({ host: "[::1]:3000", origin: "http://[::1]:3000" })).toBe(true);
});

test.each([
  ["another site", "https://evil.example"],
  ["another port of this machine", "http://127.0.0.1:4000"],
  ["another loopback name", "http://localhost:3000"],
  ["an opaque page", "null"],
  ["nonsense", "127.0.0.1:3000"],
  ["a name that begins like ours", "http://127.0.0.1:3000.evil.example"],
  ["credentials that look like ours", "http://127.0.0.1:3000@evil.example"],
  ["a file", "file://127.0.0.1:3000"],
  ["an empty header", ""],
])("a change from %s is refused", (_what, origin) => {
  expect(isServed({ origin })).toBe(false);
});

test("a change without Origin needs Sec-Fetch-Site: same-origin", () => {
  expect(isServed({ secFetchSite: "same-origin" })).toBe(true);
  expect(isServed({ secFetchSite: "cross-site" })).toBe(false);
  expect(isServed({ secFetchSite: "same-site" })).toBe(false);
  expect(isServed({ secFetchSite: "none" })).toBe(false);
  expect(isServed({})).toBe(false);
});

test("Sec-Fetch-Site that says cross-site outweighs a fitting Origin", () => {
  expect(isServed({ origin: "http://127.0.0.1:3000", secFetchSite: "cross-site" })).toBe(false);
});

test.each(["PUT", "PATCH", "DELETE", "post", "BREW"])("%s counts as a change", (method) => {
  expect(isServed({ method, origin: "https://evil.example" })).toBe(false);
});

test("reading needs no Origin", () => {
  expect(isServed({ method: "GET" })).toBe(true);
  expect(isServed({ method: "HEAD" })).toBe(true);
});

describe("another site's page, to read", () => {
  const read = (mode: string, dest: string, site = "cross-site"): boolean =>
    isServed({ method: "GET", secFetchSite: site, secFetchMode: mode, secFetchDest: dest });

  test("may link here", () => {
    expect(read("navigate", "document")).toBe(true);
    expect(read("navigate", "document", "same-site")).toBe(true);
  });

  test.each([
    ["cors", "empty"],
    ["no-cors", "empty"],
    ["no-cors", "image"],
    ["no-cors", "script"],
    ["no-cors", "style"],
    ["cors", "font"],
    ["navigate", "iframe"],
    ["navigate", "object"],
    ["navigate", "embed"],
    ["websocket", "websocket"],
    ["", ""],
  ])("may not ask for anything by itself: %s, %s", (mode, dest) => {
    expect(read(mode, dest)).toBe(false);
    expect(read(mode, dest, "same-site"), "another port of this machine").toBe(false);
    expect(read(mode, dest, "same-origin"), "our own page may").toBe(true);
    expect(read(mode, dest, "none"), "so may a person").toBe(true);
  });

  test.each(["https://evil.example", "http://127.0.0.1:4000", "null"])(
    "may not where a browser sends nothing but its Origin, %s",
    (origin) => {
      expect(isServed({ method: "GET", origin })).toBe(false);
      expect(isServed({ method: "OPTIONS", origin })).toBe(false);
      expect(isServed({ method: "GET", origin: "http://127.0.0.1:3000" })).toBe(true);
    },
  );
});

test("a name that was re-pointed at this machine is refused, for reading too", () => {
  expect(isServed({ method: "GET", host: "rebound.evil.example:3000" })).toBe(false);
  expect(isServed({ host: "rebound.evil.example:3000", origin: "http://rebound.evil.example:3000" })).toBe(
    false,
  );
});

test.each([null, "", "a b", "127.0.0.1/x", "user@127.0.0.1", "127.0.0.1:port"])(
  "Host %j is refused",
  (host) => {
    expect(isServed({ method: "GET", host })).toBe(false);
  },
);

test.each([
  "http://evil.example/",
  "HTTP://evil.example",
  "http:///latest/meta-data/",
  "//evil.example/",
  "///",
  "//[",
  "/\\evil.example/",
  "/orgs/..\\..",
  "\\\\evil.example",
  "evil.example:80",
  "*",
  "",
])("a request for %j, which is no path of this server, is refused", (target) => {
  expect(isServed({ method: "GET", target })).toBe(false);
  expect(isServed({ method: "OPTIONS", target })).toBe(false);
  expect(isServed({ target, origin: "http://127.0.0.1:3000" })).toBe(false);
});

test("a path may hold another address", () => {
  for (const target of [
    "/",
    "/orgs?from=http://evil.example//",
    "/a//b",
    "/%5C%5Cevil.example",
    "/@evil.example",
  ])
    expect(isServed({ method: "GET", target }), target).toBe(true);
});

test("a loopback address in disguise is read as the address it is", () => {
  expect(isServed({ method: "GET", host: "127.1:3000" })).toBe(true);
  expect(isServed({ method: "GET", host: "127.0.0.1.evil.example" })).toBe(false);
  expect(isServed({ method: "GET", host: "localhost.evil.example" })).toBe(false);
});

test("the configured host is served under its own name", () => {
  const policy: AddressPolicy = { host: "hive.lan", allowedHosts: [] };
  expect(isServed({ host: "HIVE.lan:3000", origin: "http://hive.lan:3000" }, policy)).toBe(true);
  expect(isServed({ host: "other.lan:3000", origin: "http://other.lan:3000" }, policy)).toBe(false);
});

test("bound to every address, numbers are served and unknown names are not", () => {
  for (const host of ["0.0.0.0", "::"]) {
    const policy: AddressPolicy = { host, allowedHosts: [] };
    expect(isServed({ host: "192.168.1.5:3000", origin: "http://192.168.1.5:3000" }, policy)).toBe(true);
    expect(isServed({ host: "[fe80::1]:3000", origin: "http://[fe80::1]:3000" }, policy)).toBe(true);
    expect(isServed({ method: "GET", host: "rebound.evil.example" }, policy)).toBe(false);
  }
  expect(isServed({ method: "GET", host: "192.168.1.5:3000" })).toBe(false);
});

test("allowed hosts may name a port", () => {
  const policy: AddressPolicy = { host: "0.0.0.0", allowedHosts: ["hive.example", " box.example:8443 "] };
  expect(isServed({ method: "GET", host: "hive.example:1234" }, policy)).toBe(true);
  expect(isServed({ method: "GET", host: "box.example:8443" }, policy)).toBe(true);
  expect(isServed({ method: "GET", host: "box.example:9999" }, policy)).toBe(false);
  expect(isServed({ method: "GET", host: "sub.hive.example" }, policy)).toBe(false);
});

test("TLS that ends at a proxy is fine, a different port is not", () => {
  const policy: AddressPolicy = { host: "127.0.0.1", allowedHosts: ["hive.example"] };
  expect(isServed({ host: "hive.example", origin: "https://hive.example" }, policy)).toBe(true);
  expect(isServed({ host: "hive.example", origin: "https://hive.example:8443" }, policy)).toBe(false);
});

test("the facts are read off a request", () => {
  const headers = { host: "localhost:3000", origin: "http://localhost:3000" };
  expect(checkOrigin(toRequestFacts({ method: "POST", url: "/", headers }), local)).toEqual({ ok: true });
  const foreign = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" };
  expect(toRequestFacts({ url: "/orgs", headers: { ...headers, ...foreign } })).toMatchObject({
    method: "GET",
    target: "/orgs",
    secFetchSite: "cross-site",
    secFetchMode: "no-cors",
    secFetchDest: "image",
  });
});
