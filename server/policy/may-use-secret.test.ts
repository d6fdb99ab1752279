import { expect, test } from "vitest";
import { whyNotSecret } from "./may-use-secret.ts";

const http = { name: "http_request", groups: [] };
const mcp = { name: "mcp__github__create_issue", groups: ["mcp", "mcp:github"] };

test.each([
  ["api.example.com", "https://api.example.com", true],
  ["api.example.com:443", "https://api.example.com", true],
  ["api.example.com", "https://api.example.com:8443", false],
  ["api.example.com:8443", "https://api.example.com:8443", true],
  ["api.example.com", "http://api.example.com", false],
  ["http://api.example.com", "http://api.example.com", true],
  ["http://api.example.com", "https://api.example.com", false],
  ["http://api.example.com:80", "http://api.example.com", true],
  ["http://api.example.com:443", "http://api.example.com", false],
  ["http://api.example.com:443", "http://api.example.com:443", true],
  ["api.example.com:80", "https://api.example.com", false],
  ["example.com", "https://api.example.com", false],
  ["example.com", "https://notexample.com", false],
  ["*.example.com", "https://api.example.com", true],
  ["*.example.com", "https://a.b.example.com", true],
  ["*.example.com", "https://example.com", false],
  ["*.example.com", "https://evilexample.com", false],
  ["*.example.com", "https://example.com.evil.com", false],
  ["api.example.com", "https://api.example.com.evil.com", false],
  ["*", "https://anything.example", true],
  ["*", "http://anything.example", false],
  ["[::1]:9000", "https://[::1]:9000", true],
])("a secret for %s goes to %s: %s", (host, origin, isAllowed) => {
  expect(whyNotSecret({ tools: ["http_request"], hosts: [host] }, http, [origin]) === undefined).toBe(
    isAllowed,
  );
});

test("without tools or hosts it goes nowhere, and each address of a call has to be allowed", () => {
  expect(whyNotSecret({ tools: [], hosts: ["*"] }, http, ["https://a.example"])).toContain("http_request");
  expect(whyNotSecret({ tools: ["*"], hosts: [] }, http, ["https://a.example"])).toContain(
    "https://a.example",
  );
  expect(whyNotSecret({ tools: ["*"], hosts: ["*"] }, http, [])).toContain("no complete address");
  const two = ["https://a.example", "https://b.example"];
  expect(whyNotSecret({ tools: ["*"], hosts: ["a.example"] }, http, two)).toContain("https://b.example");
});

test("a tool whose hosts cannot be told has to be named, by itself or by a group", () => {
  expect(whyNotSecret({ tools: ["*"], hosts: ["*"] }, mcp, undefined)).toContain("has to be named");
  for (const entry of ["mcp__github__create_issue", "group:mcp:github", "group:mcp"])
    expect(whyNotSecret({ tools: [entry], hosts: [] }, mcp, undefined)).toBeUndefined();
  expect(whyNotSecret({ tools: ["group:mcp:gitlab"], hosts: ["*"] }, mcp, undefined)).toContain(
    "not allowed",
  );
});
