import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Message } from "../contract/message.ts";
import type { ProviderKind } from "../contract/provider.ts";
import { okText } from "../contract/tool-result.ts";
import { callIdsOf } from "../engine/transcript.ts";
import { createModelDirectory } from "../providers/model-directory.ts";
import { startModelServer } from "./model-server.ts";
import { createRehearsalHandler } from "./rehearsal-handler.ts";

const delegate = {
  name: "delegate_to",
  description: "Delegates",
  inputSchema: {
    type: "object",
    properties: { assignee: { type: "string", enum: ["Ann", "Bo"] }, task: { type: "string" } },
    required: ["assignee", "task"],
  },
  origin: { kind: "delegation", id: "delegation" },
};

async function converse(kind: ProviderKind, url: string): Promise<string> {
  const stored = {
    id: kind,
    kind,
    name: kind,
    baseUrl: `${url}${kind.startsWith("openai") ? "/v1" : ""}`,
    apiKey: "key",
    models: [],
  };
  const directory = createModelDirectory({
    settings: { find: async () => stored, list: async () => [stored] },
    environment: { anthropic: {}, openai: {}, google: {}, openaiCompatible: {} },
    rehearsalPace: 0,
  });
  const model = await directory.resolve({ provider: kind, model: "scripted" });
  const messages: Message[] = [{ role: "user", text: "Look into it." }];
  for (let turn = 0; turn < 5; turn += 1) {
    const { message } = await model.respond({
      system: "You are Lead, head.\n\n# Team\n\n- Ann: scout\n- Bo: scout",
      messages,
      takenIds: callIdsOf(messages),
      tools: [delegate],
      signal: new AbortController().signal,
      onText() {},
      onRetry() {},
    });
    messages.push(message);
    if (message.calls.length === 0) return message.text;
    for (const call of message.calls) {
      const { assignee } = call.input as { assignee: string };
      messages.push({
        role: "tool",
        callId: call.callId,
        name: call.name,
        result: okText(`${assignee} found 42.`),
      });
    }
  }
  throw new Error("No answer");
}

test.each(["anthropic", "openai", "openai-compatible", "google"] as const)(
  "the rehearsal can be played over the %s wire",
  async (kind) => {
    await using server = await startModelServer({ handler: createRehearsalHandler() });
    const answer = await converse(kind, server.url);
    expect(answer).toContain("Ann found 42.");
    expect(answer).toContain("Bo found 42.");
    expect(server.requests).toHaveLength(2);
  },
);

test("stands alone: prints its address, serves, and stops when told", async () => {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL("model-server-main.ts", import.meta.url)), "0"],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [url] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  expect(await converse("openai", url)).toContain("Ann found 42.");
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
});

test("an unknown path is a 404", async () => {
  await using server = await startModelServer({ handler: () => ({ text: "never" }) });
  expect((await fetch(`${server.url}/v1/models`)).status).toBe(404);
  expect(server.requests).toEqual([]);
});
