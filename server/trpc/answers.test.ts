import fc from "fast-check";
import { expect, test } from "vitest";
import type { Services } from "../contract/services.ts";
import { answerRequest } from "./answer-request.ts";

const ADDRESS = "http://127.0.0.1:23999";
const ID = "01a21fc7-65b2-7622-9388-fcbc0d7ee6df";

/** What a page gets from a server of whose services each answers this. */
async function answerOf(value: unknown, path: string, init?: RequestInit): Promise<Response> {
  const services = new Proxy({} as Services, { get: () => () => value });
  return answerRequest(new Request(`${ADDRESS}/api/trpc/${path}`, init), services);
}

/** Arguments and schemas are as models and servers write them: these names are used as well, or on purpose. */
const ODD = ["__proto__", "constructor", "prototype", "toJSON", "hasOwnProperty", "json", "meta", "a.b", ""];
const values = fc
  .dictionary(fc.oneof(fc.constantFrom(...ODD), fc.string()), fc.jsonValue(), { noNullPrototype: true })
  // As they were written out: of a zero below zero JSON keeps the zero.
  .map((value): unknown => JSON.parse(JSON.stringify(value)));

test("a page is answered whatever the keys of what models and servers wrote, and gets it as it is", () =>
  fc.assert(
    fc.asyncProperty(values, async (value) => {
      const answer = await answerOf(value, "waits.open");
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(JSON.stringify({ result: { data: value } }));
    }),
  ));

test.each(ODD.slice(0, 3))(
  "arguments with the key %s reach whoever looks at a turn, and the inbox",
  async (key) => {
    const call = JSON.parse(`{"name":"draw","input":{"${key}":{"${key}":[1]}}}`);
    const input = encodeURIComponent(JSON.stringify({ runId: ID, sessionId: ID, turn: 1 }));
    const turn = await answerOf(call, `runs.turn?input=${input}`);
    expect(await turn.text()).toBe(JSON.stringify({ result: { data: call } }));
    const batched = await answerOf([call], "waits.open,waits.notices?batch=1&input={}");
    const one = { result: { data: [call] } };
    expect(await batched.text()).toBe(JSON.stringify([one, one]));
  },
);

test("what is followed arrives as it was written, too", async () => {
  const event = JSON.parse('{"type":"tool_call","seq":7,"input":{"__proto__":{"constructor":1}}}');
  const batches = (async function* () {
    yield [event];
  })();
  const input = encodeURIComponent(JSON.stringify({ runId: ID }));
  const answer = await answerOf(batches, `runs.follow?input=${input}`, {
    headers: { accept: "text/event-stream" },
  });
  expect(await answer.text()).toContain(`data: ${JSON.stringify([event])}\nid: 7\n`);
});

test("a question may come with a POST, a change never with a GET", async () => {
  const input = JSON.stringify({ name: "figures" });
  const headers = { "content-type": "application/json" };
  const asked = await answerOf({ name: "figures" }, "skills.get", { method: "POST", body: input, headers });
  expect(await asked.json()).toEqual({ result: { data: { name: "figures" } } });
  const changed = await answerOf({}, `mcp.remove?input=${encodeURIComponent(input)}`);
  expect(changed.status).toBe(405);
});
