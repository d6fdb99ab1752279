import { isIP } from "node:net";
import { expect, test } from "vitest";
import { readAllowedPlaces } from "./allowed-places.ts";
import { type HostResolver, resolvePlace } from "./resolve-place.ts";

/** Addresses that no request may reach, one of each family and its edges. */
const PRIVATE_V4 = [
  ["0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.100.100.200", "100.127.255.254"],
  ["127.0.0.1", "127.1.2.3", "127.255.255.254", "169.254.0.1", "169.254.169.254", "169.254.170.2"],
  ["172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.0.1"],
  ["192.168.255.255", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1"],
  ["239.255.255.250", "240.0.0.1", "255.255.255.255", "168.63.129.16"],
].flat();

const PRIVATE_V6 = [
  ["::", "::1", "0:0:0:0:0:0:0:1", "fe80::1", "febf::1", "fec0::1", "fc00::1", "fd00::1", "fd00:ec2::254"],
  ["ff02::1", "ff0e::1", "100::1", "2001:db8::1", "2001::1", "2001:2::1", "2001:10::1", "2001:20::1"],
  ["5f00::1", "3fff::1", "4000::1", "64:ff9b:1::a00:1", "2001:0:5ef5:79fb::1"],
].flat();

const PUBLIC_V4 = ["1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1"].concat(
  ["126.255.255.255", "128.0.0.1", "169.253.255.255", "169.255.0.1", "172.15.255.255", "172.32.0.1"],
  ["192.167.255.255", "192.169.0.1", "198.17.255.255", "198.20.0.1", "223.255.255.255", "168.63.129.17"],
);

const PUBLIC_V6 = [
  "2606:4700::1111",
  "2001:4860:4860::8888",
  "2a00:1450::200e",
  "2620:fe::fe",
  "2400:cb00::1",
];

const hex = (value: number) => value.toString(16);
const pad = (value: number) => value.toString(16).padStart(2, "0");
const parts = (address: string) => address.split(".").map(Number) as [number, number, number, number];
const toNumber = (address: string) => parts(address).reduce((sum, part) => sum * 256 + part, 0);
const fullWidth = (text: string) =>
  text.replace(/[0-9.]/g, (sign) =>
    sign === "." ? "\u3002" : String.fromCharCode(sign.charCodeAt(0) + 0xfee0),
  );

/** Every way to write an IPv4 address that a browser reads as that address. */
function writingsOf(address: string): readonly string[] {
  const [a, b, c, d] = parts(address);
  const octal = (value: number) => `0${value.toString(8)}`;
  return [
    address,
    `${address}.`,
    String(toNumber(address)),
    `0x${hex(toNumber(address))}`,
    octal(toNumber(address)),
    [a, b, c, d].map((part) => `0x${hex(part)}`).join("."),
    [a, b, c, d].map(octal).join("."),
    `${a}.${b * 65_536 + c * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `0x${hex(a)}.${octal(b)}.${c}.${d}`,
    fullWidth(address),
    `%3${String(a)[0]}${address.slice(1)}`,
  ];
}

/** IPv6 forms that carry an IPv4 address. */
function carriersOf(address: string): readonly string[] {
  const [a, b, c, d] = parts(address);
  const words = `${pad(a)}${pad(b)}:${pad(c)}${pad(d)}`;
  return [
    `::ffff:${address}`,
    `::ffff:${words}`,
    `0:0:0:0:0:ffff:${words}`,
    `::${words}`,
    `::ffff:0:${words}`,
    `64:ff9b::${words}`,
    `2002:${words}::1`,
  ];
}

const CREDENTIALS_AND_SCHEMES = [
  [
    "file:///etc/passwd",
    "ftp://example.com/",
    "gopher://example.com:70/_x",
    "data:text/html,x",
    "javascript:1",
  ],
  [
    "ws://example.com/",
    "dict://example.com:11211/",
    "ldap://example.com/",
    "jar:http://example.com!/",
    "//example.com/",
  ],
  [
    "http://user@example.com/",
    "http://user:password@example.com/",
    "http://example.com@127.0.0.1/",
    "http:///",
  ],
  [
    "http://example.com:22/",
    "http://example.com:25/",
    "http://example.com:6379/",
    "https://example.com:5432/",
  ],
  [
    "http://127.0.0.1:80\\@example.com/",
    "http://[::1]:443/",
    "http://[fe80::1%25eth0]/",
    "not an address",
    "",
  ],
].flat();

const NAMES = [
  [
    "localhost",
    "LOCALHOST",
    "localhost.",
    "a.localhost",
    "printer.local",
    "db.internal",
    "wiki.lan",
    "nas.home.arpa",
  ],
  [
    "metadata.google.internal",
    "metadata.google.internal.",
    "metadata",
    "instance-data",
    "\uff4c\uff4f\uff43\uff41\uff4c\uff48\uff4f\uff53\uff54",
  ],
].flat();

/** A name server of the test's own. */
const ZONE: Readonly<Record<string, readonly string[]>> = {
  "inside.example": ["10.0.0.5"],
  "both.example": ["93.184.216.34", "127.0.0.1"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "meta.example": ["169.254.169.254"],
  "garbage.example": ["not an address"],
  "127.0.0.1.nip.example": ["127.0.0.1"],
};

const resolver: HostResolver = async (host) => {
  if (host === "nowhere.example") throw new Error("ENOTFOUND");
  return (ZONE[host] ?? ["93.184.216.34"]).map((address) => ({
    address,
    family: isIP(address) === 6 ? 6 : 4,
  }));
};

const nothing = readAllowedPlaces([]);
const outcome = (url: string, allowed = nothing) => resolvePlace(url, resolver, allowed);

const HOSTILE = [
  ...PRIVATE_V4.flatMap(writingsOf).map((host) => `http://${host}/`),
  ...PRIVATE_V4.flatMap(carriersOf).map((host) => `https://[${host}]/`),
  ...PUBLIC_V4.flatMap(carriersOf).map((host) => `https://[${host}]/`),
  ...PRIVATE_V6.map((host) => `http://[${host}]/`),
  ...NAMES.map((host) => `http://${host}/`),
  ...Object.keys(ZONE).map((host) => `https://${host}/path`),
  ...CREDENTIALS_AND_SCHEMES,
  "http://nowhere.example/",
  `https://example.com/${"a".repeat(9_000)}`,
];

const HARMLESS = [
  ...PUBLIC_V4.flatMap((address) => writingsOf(address).slice(0, 11)).map((host) => `http://${host}/`),
  ...PUBLIC_V6.map((host) => `https://[${host}]/`),
  ...[
    "example.com",
    "www.example.com.",
    "localhost.example.com",
    "internal.example.com",
    "10.0.0.1.example.com",
  ],
  ...[
    "notlocalhost",
    "mylocal",
    "b\u00fccher.example",
    "127-0-0-1.example",
    "metadata.example",
    "local.example",
  ],
].map((text) => (text.includes("://") ? text : `https://${text}/`));

const LOOK_ALIKES = [
  "https://example.com:8443/x",
  "http://example.com:8080/?next=http://127.0.0.1/",
  "https://example.com/http://169.254.169.254/latest",
  "https://example.com/@127.0.0.1",
  "https://example.com/#user:password@localhost",
];

test("no address of a corpus leads inside, and no harmless one is refused", async () => {
  const harmless = [...HARMLESS, ...LOOK_ALIKES];
  const wronglyAllowed: string[] = [];
  for (const url of HOSTILE) if ((await outcome(url)).ok) wronglyAllowed.push(url);
  const wronglyRefused: string[] = [];
  for (const url of harmless) if (!(await outcome(url)).ok) wronglyRefused.push(url);
  const tried = `${HOSTILE.length} hostile and ${harmless.length} harmless`;
  const wrong = `${wronglyAllowed.length} wrongly allowed, ${wronglyRefused.length} wrongly refused`;
  process.stdout.write(`Outbound addresses: ${tried} tried, ${wrong}\n`);
  expect({ wronglyAllowed, wronglyRefused }).toEqual({ wronglyAllowed: [], wronglyRefused: [] });
  expect(HOSTILE.length).toBeGreaterThan(100);
});

test.each([
  ["http://wiki.lan/", ["wiki.lan"], true],
  ["http://WIKI.lan:9000/", ["wiki.lan"], true],
  ["http://wiki.lan:9000/", ["wiki.lan:9000"], true],
  ["http://wiki.lan:9001/", ["wiki.lan:9000"], false],
  ["http://other.lan/", ["wiki.lan"], false],
  ["http://awiki.lan/", ["wiki.lan"], false],
  ["http://10.0.0.5/", ["10.0.0.0/8"], true],
  ["http://0x0a000005/", ["10.0.0.0/8"], true],
  ["http://11.0.0.5:9000/", ["10.0.0.0/8"], false],
  ["https://inside.example/", ["10.0.0.5"], true],
  ["https://both.example/", ["10.0.0.0/8"], false],
  ["http://127.0.0.1/", ["nonsense//", "999.1.1.1/40", ""], false],
  ["http://user:pass@wiki.lan/", ["wiki.lan"], false],
  ["file://wiki.lan/x", ["wiki.lan"], false],
])("%s with %j set is let through: %s", async (url, entries, isAllowed) => {
  expect((await outcome(url, readAllowedPlaces(entries))).ok).toBe(isAllowed);
});
