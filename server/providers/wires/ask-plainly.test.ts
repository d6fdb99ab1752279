import { afterEach, expect, test } from "vitest";
import type { CallId } from "../../contract/ids.ts";
import type { AssistantMessage, Message } from "../../contract/message.ts";
import { okText, type SettledResult, toolError } from "../../contract/tool-result.ts";
import type { ModelHandler } from "../../testing/model-script.ts";
import { type ModelServer, startModelServer } from "../../testing/model-server.ts";
import { connectModel } from "../connect-model.ts";
import { createModelWire } from "./model-wire.ts";
import { chatFormat } from "./wire-formats.ts";

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const task: Message = { role: "user", text: "Look around" };
const call = (id: string) => ({ calls: [{ id, name: "look", input: { what: "here" } }] });
const usage = { input: 9, cached: 4, output: 3 };

/** A session of as many turns as the script has, and how many of them the package took part in. */
async function run(handler: ModelHandler, turns: number, result: SettledResult = okText("seen")) {
  server = await startModelServer({ handler });
  const { requests, url } = server;
  let asked = 0;
  const wire = createModelWire({ format: chatFormat, stallMs: 5_000 });
  const fetch: typeof globalThis.fetch = (input, init) => {
    asked += 1;
    return wire.fetch(input, init);
  };
  const vendor = { id: "v", kind: "openai-compatible", name: "V", apiKey: "k", models: [] } as const;
  const connected = connectModel({ ...vendor, baseUrl: `${url}/v1` }, "m", fetch);
  const messages: Message[] = [task];
  const texts: string[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const { raw } = await wire.ask({
      language: connected.language,
      options: connected.options,
      provider: "v",
      request: {
        system: "You are a test.",
        messages: [...messages],
        tools: [],
        signal: new AbortController().signal,
        onText: (text) => texts.push(text),
        onRetry: () => undefined,
      },
    });
    const callId = `c${turn}` as CallId;
    const calls = raw.calls.map(({ name }) => ({ callId, name, input: {} }));
    messages.push({ role: "assistant", text: raw.text, calls } satisfies AssistantMessage);
    if (calls.length > 0) messages.push({ role: "tool", callId, name: "look", result });
  }
  return { asked, requests, text: texts.join("") };
}

test("after the first turn of a session the package takes no part in text, calls and their results", async () => {
  const script: ModelHandler = ({ number }) =>
    number < 4 ? { ...call(`c${number}`), usage } : { text: "Done.", usage };
  const { asked, requests, text } = await run(script, 4);
  expect({ asked, sent: requests.length, text }).toEqual({ asked: 1, sent: 4, text: "Done." });
  expect(requests[3]?.headers).toMatchObject({ authorization: "Bearer k" });
});

test("a reply that is not plain is asked for once, and the package reads it", async () => {
  const script: ModelHandler = ({ number }) =>
    number === 2 ? { text: "So.", calls: [{ id: "", name: "look" }] } : { ...call(`c${number}`), usage };
  const { asked, requests, text } = await run(script, 2);
  expect({ asked, sent: requests.length, text }).toEqual({ asked: 2, sent: 2, text: "So." });
});

test("a result that is an error is written by the package", async () => {
  const script: ModelHandler = ({ number }) =>
    number === 1 ? { ...call("c1"), usage } : { text: "Done.", usage };
  const { asked, requests } = await run(script, 2, toolError("tool_failed", "It is not there."));
  expect({ asked, sent: requests.length }).toEqual({ asked: 2, sent: 2 });
});
