import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { expectWholeRun } from "../testing/check-events.ts";
import { openPlayedHive, type PlayedHive } from "../testing/open-played-hive.ts";
import { type PlayedTurn, playByTurn } from "../testing/play-by-turn.ts";
import { drawPlayedOrg } from "../testing/played-org.ts";

let played: PlayedHive;
let site: Server;
/** Requests without an answer yet. */
let open: ServerResponse[];
let most: number;

beforeEach(async () => {
  open = [];
  most = 0;
  site = createServer((_request, response) => {
    open.push(response);
    most = Math.max(most, open.length);
  });
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
});
afterEach(async () => {
  site.closeAllConnections();
  site.close();
  await played.close();
});

const address = (path: string) => `http://127.0.0.1:${(site.address() as AddressInfo).port}/${path}`;
const post = (path: string) => ({
  name: "http_request",
  input: { method: "POST", url: address(path), body: "x" },
});
const look = (path: string) => ({ name: "extract_links", input: { url: address(path) } });

function answerOne(): void {
  open.shift()?.writeHead(200, { "content-type": "text/html" }).end("<a href='/x'>x</a>");
}

async function start(variables: Readonly<Record<string, string>> = {}): Promise<void> {
  played = await openPlayedHive({ OPENHIVE_OUTBOUND_ALLOW: "127.0.0.1", ...variables });
}

async function addOrg(lines: readonly string[], workspace: "run" | "org" = "run") {
  const drawn = drawPlayedOrg(lines);
  const agents = drawn.agents.map((agent) => ({ ...agent, toolboxes: ["ops", "research"] }));
  return played.hive.addOrg({ ...drawn, agents, workspace });
}

/** Answers requests one by one until so many were answered. */
async function serve(count: number): Promise<void> {
  for (let answered = 0; answered < count; answered += 1) {
    await expect.poll(() => open.length, { timeout: 30_000 }).toBeGreaterThan(0);
    answerOne();
  }
}

test.each([
  { variables: {}, cap: 10 },
  { variables: { OPENHIVE_MAX_TOOL_USE_CONCURRENCY: "3" }, cap: 3 },
])(
  "of safe calls of one turn $cap run at a time, and results come in call order",
  async ({ variables, cap }) => {
    await start(variables);
    const org = await addOrg(["lead"]);
    const calls = Array.from({ length: 14 }, (_, index) => look(String(index)));
    played.models.use(playByTurn({ lead: [{ calls }, { text: "done" }] }));
    await using run = await played.hive.run(org, "Look at all of them");
    await expect.poll(() => open.length, { timeout: 30_000 }).toBe(cap);
    await serve(calls.length);
    expect(await run.finished()).toMatchObject({ status: "completed" });
    expectWholeRun(run.events);
    expect(most).toBe(cap);
    const told = played.models.requests.at(-1)?.messages.filter(({ role }) => role === "tool") ?? [];
    const asked = run.events.flatMap((event) => (event.type === "tool_call" ? [event.callId] : []));
    expect(told.map((message) => (message.role === "tool" ? message.callId : ""))).toEqual(asked);
  },
);

const below = (): readonly PlayedTurn[] => [{ calls: [post("one"), post("other")] }, { text: "done" }];

test("calls that are not safe go one at a time over the sessions of a run that work beside each other", async () => {
  await start();
  const org = await addOrg(["lead > a", "lead > b"]);
  const calls = ["a", "b"].map((assignee) => ({ name: "delegate_to", input: { assignee, task: "Post" } }));
  const lead = [{ calls }, { text: "done" }];
  played.models.use(playByTurn({ lead, a: below(), b: below() }));
  await using run = await played.hive.run(org, "Have both post");
  // Both sessions have asked for their calls before the first is answered: the other one waits.
  for (const agent of ["a", "b"])
    await run.waitFor("turn.finished", (event) => event.agent === agent && event.turn === 1);
  await serve(4);
  expect(await run.finished()).toMatchObject({ status: "completed" });
  expectWholeRun(run.events);
  expect(most).toBe(1);
});

test.each([
  { workspace: "run", together: 2 },
  { workspace: "org", together: 1 },
] as const)(
  "of two runs whose workspace is one of the $workspace, $together such calls go at a time",
  async ({ workspace, together }) => {
    await start();
    const org = await addOrg(["a"], workspace);
    played.models.use(playByTurn({ a: below() }));
    await using one = await played.hive.run(org, "One");
    await using other = await played.hive.run(org, "Other");
    for (const run of [one, other]) await run.waitFor("turn.finished", (event) => event.turn === 1);
    await expect.poll(() => open.length, { timeout: 30_000 }).toBe(together);
    await serve(4);
    for (const run of [one, other]) expect(await run.finished()).toMatchObject({ status: "completed" });
    expect(most).toBe(together);
  },
);
