import { expect, test } from "vitest";
import { FALSE_SECRETS } from "../../testing/false-secrets.ts";
import { startProcessorClock } from "../../testing/processor-clock.ts";
import { PLACED_PASSWORDS, VENDOR_SECRETS } from "../../testing/vendor-secrets.ts";
import { createScrubber } from "./scrubber.ts";
import { PLACEHOLDER } from "./secret-families.ts";

const scrubber = createScrubber();

/** Letters and digits that look random and are the same each time; put together here so that no file holds a whole key. */
const letters = (length: number, alphabet = "aB3dE5fG7hJ9kLmN1pQrS2tUvW4xYz6") =>
  Array.from({ length }, (_, index) => alphabet[(index * 7 + 3) % alphabet.length]).join("");
const hex = (length: number) => letters(length, "0f1e2d3c4b5a6978");
const upper = (length: number) => letters(length, "A1B2C3D4E5F6G7H8");

const TOKENS = [
  `sk-${letters(20)}`,
  `sk-${letters(48)}`,
  `sk-proj-${letters(30)}-${letters(20)}_${letters(8)}`,
  `sk-svcacct-${letters(40)}`,
  `sk-admin-${letters(40)}`,
  `sk-ant-api03-${letters(40)}-${letters(20)}`,
  `sk-or-v1-${hex(64)}`,
  ...["ghp", "gho", "ghu", "ghs", "ghr"].map((kind) => `${kind}_${letters(36)}`),
  `github_pat_${letters(22)}_${letters(40)}`,
  `glpat-${letters(20)}`,
  `AKIA${upper(16)}`,
  `ASIA${upper(16)}`,
  `AIza${letters(35)}`,
  `ya29.${letters(40)}`,
  `GOCSPX-${letters(28)}`,
  `xoxb-${letters(12)}-${letters(24)}`,
  `xapp-1-${letters(30)}`,
  `https://hooks.slack.com/services/T0/B0/${letters(24)}`,
  `sk_live_${letters(24)}`,
  `rk_test_${letters(24)}`,
  `whsec_${letters(32)}`,
  `npm_${letters(36)}`,
  `pypi-AgE${letters(60)}`,
  `dckr_pat_${letters(27)}`,
  `hf_${letters(34)}`,
  `gsk_${letters(52)}`,
  `lin_api_${letters(40)}`,
  `dop_v1_${hex(64)}`,
  `dapi${hex(32)}`,
  `shpat_${hex(32)}`,
  `SG.${letters(22)}.${letters(43)}`,
  `123456789:AA${letters(33)}`,
  `eyJ${letters(20)}.eyJ${letters(30)}.${letters(43)}`,
  `AGE-SECRET-KEY-1${upper(58)}`,
  hex(65),
  hex(200),
];

/** Where a token can stand; `%` is its place. */
const SURROUNDINGS = [
  "%",
  "The key is %.",
  '{"note":"%"}',
  "line one\n%\nline three",
  "(%)",
  "x=%&y=1",
  "é%é",
];

/** Texts with a secret, and the part that must not be left. */
const NAMED: readonly (readonly [string, string])[] = [
  ...[
    "api_key",
    "api-key",
    "apikey",
    "apiKey",
    "API_KEY",
    "token",
    "access_token",
    "accessToken",
    "secret",
    "client_secret",
    "clientSecret",
    "password",
    "passwd",
    "db_password",
    "X-Api-Key",
    "private_key",
    "credentials",
    "passphrase",
  ].flatMap((name) =>
    [": ", "=", " = ", ":", " => ", ' := "', ': "', "='", '": "'].map(
      (sign) => [`${name}${sign}Zq8vLm2x9t`, "Zq8vLm2x9t"] as const,
    ),
  ),
  ["Authorization: Bearer xyz", "xyz"],
  ["authorization: bearer abc.def", "abc.def"],
  ["Authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"],
  ['-H "Authorization: Token 0123abc"', "0123abc"],
  ['{"authorization": "Bearer short1"}', "short1"],
  ["Proxy-Authorization: Digest username=a, response=b12", "b12"],
  [`use Bearer ${letters(20)} please`, letters(20)],
  ["Set-Cookie: session=Zq8vLm2x9t; Path=/", "Zq8vLm2x9t"],
  ["postgres://app:hunter2@db.example/x", "hunter2"],
  ["postgresql://db.example/x?password=hunter2", "hunter2"],
  ["mysql://root:p%40ss@10.0.0.1:3306/x", "p%40ss"],
  ["mongodb+srv://app:hunter2@cluster.example", "hunter2"],
  ["mongodb://app:hunter2@a,b/x", "hunter2"],
  ["redis://:hunter2@cache:6379/0", "hunter2"],
  ["amqps://app:hunter2@queue", "hunter2"],
  ["https://deploy:hunter2@git.example/repo.git", "hunter2"],
  ["https://api.example/v1?access_token=ab12cd34&page=2", "ab12cd34"],
  ["https://api.example/v1?page=2&sig=ab12cd34#top", "ab12cd34"],
  ["https://bucket.example/file?X-Amz-Signature=ab12cd34ef", "ab12cd34ef"],
  ["STRIPE_KEY=abcdefgh", "abcdefgh"],
  ["export MY_SECRET_THING='ab cd ef gh'", "ab cd ef gh"],
  ["AWS_SECRET_ACCESS_KEY = wJalrXUtnFEMIK7MDENG", "wJalrXUtnFEMIK7MDENG"],
  ["DB_CREDENTIAL=abcdefgh", "abcdefgh"],
  ["MY_PRIVATE_THING=abcdefgh", "abcdefgh"],
  ["signingKey=ab12cd34ef", "ab12cd34ef"],
  ["DSN=user/pass@host", "user/pass@host"],
  ["DATABASE_URL=sqlite:secret.db", "sqlite:secret.db"],
  ["REDIS_URL=cache.internal:6379", "cache.internal"],
  ["MONGO_URI=cluster.internal", "cluster.internal"],
  ["VIRTUAL_HOST=abcd", "abcd"],
  ["virtual_port=8080", "8080"],
  ['password="with } brace & more"', "brace"],
  ["password=with}brace&more", "brace"],
  ['{\\"token\\": \\"ab12cd34ef\\"}', "ab12cd34ef"],
  ['"password" : "it\\"s long"', "s long"],
  ["-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc\n-----END RSA PRIVATE KEY-----", "MIIEow"],
  ["-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNza", "b3BlbnNza"],
  ["-----BEGIN PGP PRIVATE KEY BLOCK-----\nxcaGBF\n-----END PGP PRIVATE KEY BLOCK-----", "xcaGBF"],
  ["AccountName=x;AccountKey=ab12cd34ef+/==;EndpointSuffix=y", "ab12cd34ef"],
  ["password: correcthorsebattery", "correcthorsebattery"],
];

const HARMLESS = [
  "",
  "short",
  "monkey = bananas12",
  "monkey=bananas12",
  "keyboard=mechanical1",
  "KEYBOARD=mechanical1",
  "hockey_team=Edmonton12",
  "turkey: roasted123456",
  "password: should be changed",
  "password: definitely change it soon",
  "Password: required, at least eight characters",
  "The token: something you have, not something you know",
  "secretary: Jonathan the Great",
  "tokenizer=bert-base-uncased",
  "tokenized = sentence.split()",
  "keynote: announcement2026",
  "author: someone-else",
  "authority = administrator",
  "bearer of bad news",
  "bearer instruments are transferable by delivery",
  "The bearer understands everything here",
  "token count: 12",
  "tokens: 1234567",
  "max_tokens: 4096",
  "total tokens = 99",
  "primary_key=customer_id",
  "foreign_key = order_number",
  "sort_key=created_at",
  "sk-learn is a library",
  "see sk-learn-classifier-comparison",
  "risk-assessment-for-everybody-here",
  "disk-usage",
  "ghp_ is a prefix",
  "AKIA is a prefix of keys",
  "AKIAH",
  "eyJ is how they begin",
  "const token = getToken();",
  'const password = prompt("Password?");',
  "const apiKey = options.apiKey;",
  "token: request.headers.token,",
  "apiKey: process.env.API_KEY,",
  "password: undefined,",
  "password: string[];",
  "api_key=$API_KEY",
  "api_key: $" + "{API_KEY}",
  "API_KEY=%API_KEY%",
  "Authorization header",
  'api_key="{{secret:service}}"',
  "send {{secret:TRACKER_KEY_2}} along",
  "{{secret:TRACKER_KEY}}",
  'api_key: "<your key>"',
  "api_key=your-api-key-here",
  "password: ********",
  "password=xxxxxxxxxxxx",
  "PASSWORD=••••••••",
  "token=[REDACTED]",
  "SECRET_KEY=[REDACTED]",
  "Authorization: Bearer [REDACTED]",
  "https://example.com/path?page=2&sort=name",
  "https://example.com/a:b@c",
  "mailto:someone@example.com",
  "git@github.com:owner/repo.git",
  "http://localhost:3000/keys",
  "user@host:/path",
  "The key point: everything works",
  "key=5",
  "key: value",
  "a secret garden",
  "secrets are kept",
  "cookie: chocolate",
  "The cookie: best when fresh",
  "cookies = 12",
  "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
  "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----",
  `commit ${hex(64)}`,
  `tree ${hex(64)}`,
  `sha256:${hex(64)}`,
  `sha256-${hex(64)}`,
  `SHA-256: ${hex(64)}`,
  `SHA256 (file.iso) = ${hex(64)}`,
  `${hex(64)}  file.iso`,
  `${hex(64)} *file.iso`,
  `${hex(128)}  file.iso`,
  `sha512 = ${hex(128)}`,
  `"digest": "${hex(64)}"`,
  `checksum: ${hex(64)}`,
  `"integrity": "${hex(64)}"`,
  `node@sha256:${hex(64)}`,
  `image: app:1.2@sha256:${hex(64)}`,
  `etag: "${hex(64)}"`,
  `hash=${hex(64)}`,
  hex(40),
  hex(32),
  hex(63),
  `commit ${hex(40)}`,
  "550e8400-e29b-41d4-a716-446655440000",
  "2026-11-28T04:50:00.000Z",
  "+49 30 1234567",
  "version = 1.2.3-beta.4+build.5",
  "The quick brown fox jumps over the lazy dog. ".repeat(20),
  "name,amount\nNorth,1234.50\nSouth,99\n",
  "if (key === other.key) return value;",
  "for (const key of Object.keys(map)) count += 1;",
  "<input type=password name=password>",
  "public_holidays=12345678",
  "privately = beautiful1",
  "PATH=/usr/local/bin:/usr/bin",
  "HOME=/home/somebody",
  "NODE_ENV=production",
  "VIRTUALBOX=installed",
  "データ: 東京の天気は晴れです",
  "مرحبا بالعالم",
];

test("no secret of the corpus is left, and nothing harmless is hidden", () => {
  const inSurroundings = TOKENS.flatMap((token) =>
    SURROUNDINGS.map((around) => [around.replace("%", token), token] as const),
  );
  const secrets = [...inSurroundings, ...NAMED];
  const left = secrets
    .filter(([text, secret]) => scrubber.text(text).value.includes(secret))
    .map(([text]) => text);
  const hidden = HARMLESS.filter((text) => scrubber.text(text).value !== text);
  const figures = `secrets tried ${secrets.length}, left ${left.length}; harmless tried ${HARMLESS.length}, hidden ${hidden.length}`;
  process.stdout.write(`scrubbing: ${figures}\n`);
  expect({ left, hidden }).toEqual({ left: [], hidden: [] });
  expect(secrets.length).toBeGreaterThan(400);
  expect(HARMLESS.length).toBeGreaterThan(100);
});

test("what vendors hand out and what commands are given is hidden, and what only looks like it is not", () => {
  const left = VENDOR_SECRETS.filter((secret) => scrubber.text(`The value is ${secret} here.`).count === 0);
  const shown = PLACED_PASSWORDS.filter((text) => scrubber.text(text).value.includes("Zq8vLm2x9t77"));
  const hidden = FALSE_SECRETS.filter((text) => scrubber.text(text).value !== text);
  const tried = VENDOR_SECRETS.length + PLACED_PASSWORDS.length;
  process.stdout.write(
    `scrubbing: vendors' secrets tried ${tried}, left ${left.length + shown.length}; look-alikes tried ${FALSE_SECRETS.length}, hidden ${hidden.length}\n`,
  );
  expect({ left, shown, hidden }).toEqual({ left: [], shown: [], hidden: [] });
});

test("what stands around a secret stays as it is, and each secret is counted", () => {
  expect(
    scrubber.text('curl -H "Authorization: Bearer abc123" "https://x.example?token=abcd1234&page=2"'),
  ).toEqual({
    value: `curl -H "Authorization: Bearer ${PLACEHOLDER}" "https://x.example?token=${PLACEHOLDER}&page=2"`,
    count: 2,
  });
  expect(scrubber.text('{"user":"ann","password":"Zq8vLm2x9t","id":7}').value).toBe(
    `{"user":"ann","password":"${PLACEHOLDER}","id":7}`,
  );
  expect(scrubber.text("https://deploy:hunter2@git.example/repo.git").value).toBe(
    `https://${PLACEHOLDER}@git.example/repo.git`,
  );
});

test("scrubbing twice changes nothing more", () => {
  for (const [text] of NAMED) {
    const once = scrubber.text(text).value;
    expect(scrubber.text(once)).toEqual({ value: once, count: 0 });
  }
});

test("every text of a value is scrubbed, keys too, and a value under a telling name is hidden whole", () => {
  const token = TOKENS[0] ?? "";
  expect(
    scrubber.json({
      note: `see ${token}`,
      [token]: 1,
      list: [null, true, 5, { password: "abcd", nested: { token: ["one1", { deep: "two2" }] } }],
      tokens: 12,
      keyboard: "mechanical",
      contentHash: hex(64),
    }),
  ).toEqual({
    value: {
      note: `see ${PLACEHOLDER}`,
      [PLACEHOLDER]: 1,
      list: [null, true, 5, { password: PLACEHOLDER, nested: { token: [PLACEHOLDER, { deep: "two2" }] } }],
      tokens: 12,
      keyboard: "mechanical",
      contentHash: hex(64),
    },
    count: 4,
  });
});

test("known values are hidden in every form they travel in, longest first, and short ones are left alone", () => {
  const value = 'pä"ss wört\n1';
  const known = createScrubber([value, "abc", "", value, "open sesame", "open sesame again"]);
  const forms = [
    value,
    JSON.stringify({ value }),
    encodeURIComponent(value),
    Buffer.from(value).toString("base64"),
    Buffer.from(value).toString("base64url"),
    Buffer.from(value).toString("hex"),
  ];
  for (const form of forms) expect(known.text(`a ${form} b`)).toMatchObject({ count: 1 });
  expect(known.text("abc and open sesame again").value).toBe(`abc and ${PLACEHOLDER}`);
  expect(known.json({ a: ["say open sesame"] })).toEqual({ value: { a: [`say ${PLACEHOLDER}`] }, count: 1 });
});

/** A key as vendors make them; the same each time. */
const longKey = (seed: number) => `live-${seed}x${letters(30)}${seed}9`;

test("of a long value a piece is hidden where a cut went through it, from either side", () => {
  const value = longKey(7);
  const known = createScrubber([value]);
  for (const length of [12, 20, value.length - 1]) {
    expect(known.text(`cut: ${value.slice(0, length)}`)).toEqual({ value: `cut: ${PLACEHOLDER}`, count: 1 });
    expect(known.text(`${value.slice(-length)} was the end`)).toEqual({
      value: `${PLACEHOLDER} was the end`,
      count: 1,
    });
  }
  expect(known.text(`a ${value.slice(0, 8)} b`).count).toBe(0);
  const text = createScrubber(["-----BEGIN CERTIFICATE-----\nabc", '{ "type": "service", "id": 1 }']);
  for (const harmless of ["-----BEGIN CERTIFICATE-----", '{ "type": "other" }'])
    expect(text.text(harmless)).toEqual({ value: harmless, count: 0 });
});

test("where a text ends in the first lines of a known value, the place where they begin is told", () => {
  const value = "first line\nsecond line\nthird line";
  const known = createScrubber([
    value,
    "line of its own",
    "second line\nof another",
    "\nbegins with a break",
  ]);
  const openAt = (text: string) => known.openFrom(text);
  for (const end of [11, 15, 23, value.length - 1]) expect(openAt(`a ${value.slice(0, end)}`)).toBe(2);
  for (const text of [value, `${value}.`, "", "first line", "first line\nother", "line of its"])
    expect(openAt(text), text).toBe(text.length);
  expect(openAt("first line\nfirst line\n"), "the first was none").toBe(11);
  expect(openAt("a second line\nof"), "of whichever begins").toBe(2);
  expect(openAt("ends\n")).toBe(4);
});

test("a thousand known values take one pass", () => {
  const known = createScrubber(Array.from({ length: 1_000 }, (_, index) => longKey(index)));
  const line = "2026-11-28T08:00:00Z INFO request handled in 12 ms for user 4711 at /api/items\n";
  const text = line.repeat(12_500) + longKey(999);
  known.text("warm");
  const begun = performance.now();
  expect(known.text(text).count).toBe(1);
  const spent = performance.now() - begun;
  process.stdout.write(`scrubbing: 1 MB against 1,000 known values in ${Math.round(spent)} ms\n`);
  expect(spent).toBeLessThan(4_000);
});

test("a text of one word of 10 MB is looked through like any other, and what is secret of it is hidden whole", () => {
  const known = createScrubber();
  const size = 10_000_000;
  for (const head of ["", "sk-", "token=", "-----BEGIN PRIVATE KEY-----\n"])
    for (const piece of ["a1", "-"]) {
      const { value } = known.text(`${head}${piece.repeat(size / piece.length)}`);
      const isSecret = (head === "sk-" || head === "token=") && piece === "a1";
      if (isSecret || (head === "" && piece === "a1")) expect(value.length).toBeLessThan(1_000);
    }
  const block = `-----BEGIN PRIVATE KEY-----\n${`${letters(64)}\n`.repeat(20)}-----END PRIVATE KEY-----\n`;
  const across = `${"plain line\n".repeat(36_360)}${block}${"plain line\n".repeat(40_000)}`;
  expect(known.text(across).value).not.toContain(letters(64));
});

test("ten times the text takes about ten times as long, up to 10 MB", () => {
  const known = createScrubber(Array.from({ length: 100 }, (_, index) => longKey(index)));
  const kinds = {
    log: `2026-11-28T08:00:00Z INFO token=${letters(20)} url=https://a:b@x.example/?key=${letters(9)} ok\n`,
    json: `{"id":12,"name":"some one","password":"Zq8vLm2x9t","tags":["a","b"]},`,
    prose: "The tides rise and fall twice a day, and harbours live by them. ",
    hex: hex(64),
    key: `${longKey(5)} `,
  };
  const timeOf = (piece: string, size: number): number => {
    const text = piece.repeat(Math.ceil(size / piece.length));
    const worked = startProcessorClock();
    known.text(text);
    return worked();
  };
  for (const [kind, piece] of Object.entries(kinds)) {
    timeOf(piece, 200_000);
    const small = Math.min(timeOf(piece, 1_000_000), timeOf(piece, 1_000_000));
    const large = timeOf(piece, 10_000_000);
    process.stdout.write(
      `scrubbing: ${kind}, 1 MB in ${Math.round(small)} ms, 10 MB in ${Math.round(large)} ms (${(large / small).toFixed(1)} times)\n`,
    );
    // Far from the hundred times that a square would take.
    expect({ kind, isLinear: large < 30 * Math.max(small, 10) }).toEqual({ kind, isLinear: true });
  }
});

test("the time grows with the length alone, whatever stands in the text", () => {
  const hostile = [
    "token=",
    'token="',
    "password: ",
    "sk-",
    "a=",
    "Bearer ",
    "https://a:",
    "-----BEGIN PRIVATE KEY-----",
    "eyJ.",
    "A_KEY",
    "0f",
    "'",
    '\\"',
    "?token=",
    "Authorization: Basic ",
    "cookie: a=",
    "x",
  ];
  for (const piece of hostile) {
    const text = piece.repeat(Math.ceil(2_000_000 / piece.length));
    const worked = startProcessorClock();
    scrubber.text(text);
    expect({ piece, isQuick: worked() < 4_000 }).toEqual({ piece, isQuick: true });
  }
});

test("a reference to a secret is told as it is, and what stands beside it is not", () => {
  const headers = {
    authorization: "Bearer {{secret:SITE}}",
    "x-token": "{{secret:SITE}}",
    token: "{{secret:SITE}}",
  };
  expect(scrubber.json(headers)).toEqual({ value: headers, count: 0 });
  const mixed = { token: "{{secret:SITE}}k9j8h7g6f5d4s3a2", other: "secret:k9j8h7g6f5d4s3a2" };
  expect(scrubber.json(mixed).count).toBe(2);
  expect(JSON.stringify(scrubber.json(mixed).value)).not.toContain("k9j8");
});
