import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { isIP } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readCorpus } from "../../testing/corpora/read-corpus.ts";
import { readAllowedPlaces } from "./allowed-places.ts";
import { createOutboundClient } from "./outbound-client.ts";
import { type HostResolver, resolvePlace } from "./resolve-place.ts";

const nothing = readAllowedPlaces([]);
const toAnswers = (addresses: readonly string[]) =>
  addresses.map((address) => ({ address, family: isIP(address) === 6 ? (6 as const) : (4 as const) }));
/** The worst name server: whatever is asked for has a public address. */
const everythingIsPublic: HostResolver = async () => toAnswers(["93.184.216.34"]);

const places = { inside: readCorpus("private-places"), outside: readCorpus("public-places") };
const zone = new Map(
  readCorpus("names-that-lead-inside").map((line) => {
    const [name = "", addresses = ""] = line.split("=").map((part) => part.trim());
    return [name, addresses.split(" ").filter((address) => address !== "")] as const;
  }),
);
const zoneResolver: HostResolver = async (host) => toAnswers(zone.get(host) ?? []);

test("no writing of a place inside is let through even if every name is public, and no public place is refused", async () => {
  const allowed: string[] = [];
  for (const url of places.inside)
    if ((await resolvePlace(url, everythingIsPublic, nothing)).ok) allowed.push(url);
  for (const [name] of zone)
    if ((await resolvePlace(`https://${name}/`, zoneResolver, nothing)).ok) allowed.push(name);
  const refused: string[] = [];
  for (const url of places.outside)
    if (!(await resolvePlace(url, everythingIsPublic, nothing)).ok) refused.push(url);
  process.stdout.write(
    `Places: ${places.inside.length} inside and ${zone.size} names that lead there, ${allowed.length} wrongly allowed; ${places.outside.length} public, ${refused.length} wrongly refused\n`,
  );
  expect({ allowed, refused }).toEqual({ allowed: [], refused: [] });
});

/** A public site of the test's own, which sends everybody on to what stands behind `?`. */
let site: Server;
let port: number;
let visits = 0;
beforeAll(async () => {
  site = createServer((request, response) => {
    visits += 1;
    const [, place = ""] = (request.url ?? "").split("?to=");
    if (place === "") return void response.end("here");
    response
      .writeHead(Number(request.headers["x-status"] ?? 302), {
        location: toHeader(decodeURIComponent(place)),
      })
      .end();
  });
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  port = (site.address() as AddressInfo).port;
});
afterAll(() => new Promise((done) => site.close(done)));

/** Headers carry plain signs alone. */
const toHeader = (place: string) => (/^[\x21-\x7e]+$/.test(place) ? place : new URL(place).href);

const clientFor = (resolver: HostResolver) =>
  createOutboundClient({ resolver, allowed: readAllowedPlaces([`site.example:${port}`]) });
const siteResolver: HostResolver = async (host) =>
  toAnswers(host === "site.example" ? ["127.0.0.1"] : (zone.get(host) ?? ["93.184.216.34"]));

test("a redirect to any of them ends there, whatever its kind", async () => {
  const client = clientFor(siteResolver);
  const targets = [...places.inside, ...[...zone.keys()].map((name) => `http://${name}/`)].filter(
    // Read from the site's own address some of them are a path of it.
    (url) => URL.canParse(url) && !/^https?:(?![/\\]{2})/i.test(url),
  );
  visits = 0;
  const followed: string[] = [];
  for (const [index, target] of targets.entries()) {
    const status = [301, 302, 303, 307, 308][index % 5] ?? 302;
    const answer = await client.send({
      url: `http://site.example:${port}/?to=${encodeURIComponent(target)}`,
      headers: { "x-status": String(status) },
      timeoutMs: 5_000,
      maxBytes: 1_000,
    });
    if (answer.ok || !/^(refused|failed)$/.test(answer.code)) followed.push(target);
  }
  process.stdout.write(`Redirects: ${targets.length} tried, ${followed.length} followed\n`);
  expect(followed).toEqual([]);
  expect(visits).toBe(targets.length);
});

test("a name that changes its answer between two requests is checked each time, and the variables for proxies are not heeded", async () => {
  let asked = 0;
  const changing: HostResolver = async (host) => {
    if (host === "site.example") return toAnswers(["127.0.0.1"]);
    asked += 1;
    return toAnswers([asked === 1 ? "10.0.0.1" : "127.0.0.1"]);
  };
  const client = clientFor(changing);
  const ask = (url: string) => client.send({ url, timeoutMs: 5_000, maxBytes: 1_000 });
  expect(await ask("http://turning.example/")).toMatchObject({ ok: false, code: "refused" });
  expect(await ask("http://turning.example/")).toMatchObject({ ok: false, code: "refused" });
  expect(asked).toBe(2);
  const before = visits;
  for (const name of ["http_proxy", "HTTP_PROXY", "ALL_PROXY"]) vi.stubEnv(name, `http://127.0.0.1:${port}`);
  vi.stubEnv("NODE_USE_ENV_PROXY", "1");
  try {
    expect(await ask("http://turning.example/")).toMatchObject({ ok: false, code: "refused" });
    expect(await ask(`http://site.example:${port}/`)).toMatchObject({ ok: true });
  } finally {
    vi.unstubAllEnvs();
  }
  expect(visits).toBe(before + 1);
});
