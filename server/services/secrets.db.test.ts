import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditFilterInput } from "../contract/audit.ts";
import type { Json } from "../contract/json.ts";
import { saveSecretInput } from "../contract/secrets.ts";
import { expectWholeRun } from "../testing/check-events.ts";
import { openPlayedHive, type PlayedHive } from "../testing/open-played-hive.ts";
import { lastResult, playByTurn } from "../testing/play-by-turn.ts";
import { drawPlayedOrg } from "../testing/played-org.ts";
import { tablesWith } from "../testing/tables-with.ts";

let played: PlayedHive;
let hive: PlayedHive["hive"];
let models: PlayedHive["models"];
let site: Server;
let base: string;
/** What the site was sent, in order. */
const heard: string[] = [];

beforeAll(async () => {
  site = createServer((request, response) => {
    heard.push(String(request.headers.authorization));
    if (request.url === "/away") response.writeHead(302, { location: `http://localhost:${port()}/` }).end();
    else response.setHeader("content-type", "text/plain").end(`you sent ${request.headers.authorization}`);
  });
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${port()}`;
  played = await openPlayedHive({ OPENHIVE_OUTBOUND_ALLOW: "127.0.0.1,localhost" });
  ({ hive, models } = played);
});
afterAll(async () => {
  site.close();
  await played.close();
});

const port = () => (site.address() as AddressInfo).port;
const value = () => `k-${randomBytes(18).toString("hex")}`;

const ops = () => {
  const document = drawPlayedOrg(["lead > a"]);
  return { ...document, agents: document.agents.map((agent) => ({ ...agent, toolboxes: ["ops"] })) };
};

/** The lead makes these calls, one a turn, and then says what the last one gave. */
function play(calls: readonly { readonly name: string; readonly input: Json }[]): void {
  models.use(
    playByTurn({
      lead: [...calls.map((call) => ({ calls: [call] })), (request) => ({ text: lastResult(request) })],
    }),
  );
}

const request = (secret: string, more: object = {}) => ({
  name: "http_request",
  input: { url: `${base}/`, headers: { authorization: `Bearer {{secret:${secret}}}` }, ...more },
});

test("a secret that a person gives reaches the host it is for, and neither the model nor the database nor a follower", async () => {
  const secret = value();
  play([
    {
      name: "prompt_secret",
      input: { name: "SITE_KEY", description: "For the site", tools: ["http_request"], hosts: [base] },
    },
    request("SITE_KEY"),
    { name: "search_secrets", input: { query: "site" } },
    { name: "get_secret", input: { name: "SITE_KEY" } },
  ]);
  await using run = await hive.run(await hive.addOrg(ops()), "Ask the site");
  const asked = await run.waitFor("question.asked");
  expect(asked).toMatchObject({ secret: { name: "SITE_KEY", hosts: [base], isReplacing: false } });
  const typed = { answers: [{ selected: [], text: secret, isSkipped: false }] };
  await expect(hive.services.answerWait(asked.waitId, typed)).rejects.toThrow("in its own field");
  const given = { waitId: asked.waitId, value: secret, tools: ["http_request"], hosts: [base] };
  const outcomes = await Promise.all([
    hive.services.giveSecret(given, "One"),
    hive.services.giveSecret(given, "Other"),
  ]);
  expect(outcomes.filter((outcome) => outcome.isAccepted)).toHaveLength(1);
  expect(await run.finished()).toMatchObject({ status: "completed" });
  expectWholeRun(run.events);
  expect(heard.at(-1)).toBe(`Bearer ${secret}`);
  expect(JSON.stringify(run.events)).not.toContain(secret);
  expect(JSON.stringify(run.events)).toContain("{{secret:SITE_KEY}}");
  expect(JSON.stringify(run.events)).toContain("One secret value was hidden");
  expect(JSON.stringify(models.requests)).not.toContain(secret);
  expect(await tablesWith(played.database, secret)).toEqual([]);
  expect(await tablesWith(played.database, "SITE_KEY")).toContain("secret");
  const { entries } = await hive.services.listAudit(auditFilterInput.parse({ kind: "secret" }));
  expect(entries.map(({ subject, decision, tool }) => [subject, decision, tool])).toEqual([
    ["SITE_KEY", "used", "http_request"],
    ["SITE_KEY", "added", null],
  ]);
  expect(await hive.services.listSecrets()).toMatchObject([
    { name: "SITE_KEY", uses: [{ tool: "http_request", agentName: "lead", count: 1 }] },
  ]);
});

interface Refusal {
  readonly what: string;
  readonly places?: object;
  readonly more?: object;
  readonly told: RegExp;
}

const headers = (authorization: string) => ({ headers: { authorization } });
const refusals: readonly Refusal[] = [
  { what: "another tool", places: { tools: ["web_fetch"] }, told: /not allowed for http_request/ },
  { what: "no tool", places: { tools: [] }, told: /not allowed for http_request/ },
  { what: "another host", places: { hosts: ["api.example.com"] }, told: /not allowed for http:\/\/127/ },
  { what: "the host unencrypted", places: { hosts: ["127.0.0.1"] }, told: /not allowed for http:\/\/127/ },
  { what: "no host", places: { hosts: [] }, told: /not allowed for http:\/\/127/ },
  { what: "an unknown name", more: headers("{{secret:OTHER}}"), told: /no secret named OTHER/ },
  { what: "a broken reference", more: headers("{{secret:GUARDED"), told: /could not be read/ },
  {
    what: "a reference in a name",
    more: { headers: { "{{secret:GUARDED}}": "x" } },
    told: /could not be read/,
  },
  { what: "a host made of it", more: { url: "http://{{secret:GUARDED}}/" }, told: /no complete address/ },
];

test.each(refusals)(
  "a secret is not handed out for $what, and nothing is sent",
  async ({ places, more, told }) => {
    const secret = `${value()}@127.0.0.1`;
    const stored = { name: "GUARDED", tools: ["http_request"], hosts: [base], value: secret, ...places };
    await hive.services.saveSecret(saveSecretInput.parse(stored));
    play([request("GUARDED", more)]);
    const before = heard.length;
    await using run = await hive.run(await hive.addOrg(ops()), "Ask the site");
    expect((await run.finished()).answer).toMatch(told);
    expect(heard).toHaveLength(before);
    expect(await tablesWith(played.database, secret)).toEqual([]);
  },
);

test("a secret that would lead the call elsewhere is not sent", async () => {
  await hive.services.saveSecret(
    saveSecretInput.parse({ name: "WAY", tools: ["*"], hosts: [base], value: `x@localhost:${port()}/` }),
  );
  play([{ name: "http_request", input: { url: `http://{{secret:WAY}}@127.0.0.1:${port()}/` } }]);
  const before = heard.length;
  await using run = await hive.run(await hive.addOrg(ops()), "Ask the site");
  expect((await run.finished()).answer).toContain("would change where the call goes");
  expect(heard).toHaveLength(before);
});

test("a redirect to another host does not get it", async () => {
  const secret = value();
  await hive.services.saveSecret(
    saveSecretInput.parse({ name: "HERE", tools: ["*"], hosts: [base], value: secret }),
  );
  play([request("HERE", { url: `${base}/away` })]);
  await using run = await hive.run(await hive.addOrg(ops()), "Ask the site");
  await run.finished();
  expect(heard.slice(-2)).toEqual([`Bearer ${secret}`, "undefined"]);
});

test("a declined secret is told to the agent", async () => {
  play([{ name: "prompt_secret", input: { name: "NEVER" } }]);
  await using run = await hive.run(await hive.addOrg(ops()), "Ask");
  const { waitId } = await run.waitFor("question.asked");
  await hive.services.answerWait(waitId, { answers: [{ selected: [], text: "", isSkipped: true }] });
  expect((await run.finished()).answer).toContain("gave no secret NEVER");
  await expect(
    hive.services.giveSecret({ waitId, value: value(), tools: [], hosts: [] }),
  ).resolves.toMatchObject({ isAccepted: false });
  expect((await hive.services.listSecrets()).map(({ name }) => name)).not.toContain("NEVER");
});

test("what holds the placeholder is not written over a secret", async () => {
  expect(() => saveSecretInput.parse({ name: "A", value: "see [REDACTED]" })).toThrow("stands for a secret");
  expect(() => saveSecretInput.parse({ name: "A", value: "short" })).toThrow("At least 6");
  play([{ name: "http_request", input: { method: "PUT", url: `${base}/`, body: "key=[REDACTED]" } }]);
  const before = heard.length;
  await using run = await hive.run(await hive.addOrg(ops()), "Write it back");
  expect((await run.finished()).answer).toContain("would put it in the secret's place");
  expect(heard).toHaveLength(before);
});
