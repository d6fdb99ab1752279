import { afterEach, describe, expect, test } from "vitest";
import type { CallId } from "../contract/ids.ts";
import type { Message } from "../contract/message.ts";
import type { ProviderKind } from "../contract/provider.ts";
import type { ListedTool } from "../contract/tool-array.ts";
import { okText, toolError } from "../contract/tool-result.ts";
import { ModelError, type ModelPort, type ModelReply, type ModelRequest } from "../engine/ports.ts";
import { callIdsOf } from "../engine/transcript.ts";
import type { ModelHandler, ModelScript } from "../testing/model-script.ts";
import { type ModelServer, startModelServer } from "../testing/model-server.ts";
import { createModelDirectory } from "./model-directory.ts";
import type { StoredProvider } from "./provider-book.ts";

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const tools: readonly ListedTool[] = [
  {
    name: "list_files",
    description: "Lists files",
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
    origin: { kind: "builtin", id: "files" },
  },
  {
    name: "mcp__files__read",
    description: "Reads a file",
    inputSchema: {
      type: "object",
      properties: { path: { type: "string" }, lines: { type: "integer", minimum: 1 } },
      required: ["path"],
    },
    origin: { kind: "mcp", id: "files" },
  },
];

const task: Message = { role: "user", text: "Read both files" };

function call(id: string, name: string, input: { readonly [key: string]: string }) {
  return { callId: id as CallId, name, input };
}

const versions: Readonly<Record<ProviderKind, string>> = {
  anthropic: "",
  openai: "/v1",
  google: "",
  "openai-compatible": "/v1",
};

async function serve(handler: ModelHandler): Promise<ModelServer> {
  server = await startModelServer({ handler });
  return server;
}

async function modelOf(
  kind: ProviderKind,
  options: {
    readonly attempts?: number;
    readonly stallMs?: number;
    readonly maxDelayMs?: number;
    readonly mostCallMs?: number;
  } = {},
): Promise<ModelPort> {
  const stored: StoredProvider = {
    id: kind,
    kind,
    name: "Vendor",
    baseUrl: `${server?.url}${versions[kind]}`,
    apiKey: "secret-key-1",
    models: [],
  };
  const directory = createModelDirectory({
    settings: { find: async (id) => (id === kind ? stored : undefined), list: async () => [stored] },
    environment: { anthropic: {}, openai: {}, google: {}, openaiCompatible: {} },
    rehearsalPace: 0,
    retryPace: { firstDelayMs: 1, maxDelayMs: options.maxDelayMs ?? 5 },
    ...(options.attempts && { attempts: options.attempts }),
    ...(options.stallMs && { stallMs: options.stallMs }),
    ...(options.mostCallMs && { mostCallMs: options.mostCallMs }),
  });
  return directory.resolve({ provider: kind, model: "claude-sonnet-4-6" });
}

interface Asked {
  readonly texts: string[];
  readonly retries: { attempt: number; delayMs: number; reason: string }[];
}

function ask(
  model: ModelPort,
  messages: readonly Message[],
  {
    signal = new AbortController().signal,
    takenIds = callIdsOf(messages),
  }: Partial<Pick<ModelRequest, "signal" | "takenIds">> = {},
): Asked & { readonly reply: Promise<ModelReply> } {
  const asked: Asked = { texts: [], retries: [] };
  const reply = model.respond({
    system: "You are a test.",
    messages,
    takenIds,
    tools,
    signal,
    onText: (text) => asked.texts.push(text),
    onRetry: (retry) => asked.retries.push(retry),
  });
  return { ...asked, reply };
}

async function failureOf(reply: Promise<ModelReply>): Promise<ModelError> {
  const error = await reply.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}

/** One script a request; running out of scripts fails. */
function inTurn(...scripts: readonly ModelScript[]): ModelHandler {
  return ({ number }) => {
    const script = scripts[number - 1];
    if (!script) throw new Error(`No script for request ${number}`);
    return script;
  };
}

const kinds: readonly ProviderKind[] = ["anthropic", "openai", "google", "openai-compatible"];

describe.each(kinds)("the %s wire", (kind) => {
  test("streams text and counts tokens", async () => {
    await serve(() => ({ text: "It is done.", usage: { input: 100, cached: 60, output: 7 } }));
    const { reply, texts } = ask(await modelOf(kind), [task]);
    const { message, finish, usage } = await reply;
    expect(message).toMatchObject({ role: "assistant", text: "It is done.", calls: [] });
    expect(texts.join("")).toBe("It is done.");
    expect(texts.length).toBeGreaterThan(1);
    expect(finish).toBe("stop");
    expect(usage).toMatchObject({
      inputTokens: kind === "anthropic" ? 160 : 100,
      cachedInputTokens: 60,
      outputTokens: 7,
    });
  });

  test("returns parallel calls in order, with their arguments", async () => {
    await serve(() => ({
      text: "Reading.",
      calls: [
        { name: "mcp__files__read", input: { path: "a.txt" } },
        { name: "mcp__files__read", input: { path: "b.txt" } },
      ],
    }));
    const { message, finish } = await ask(await modelOf(kind), [task]).reply;
    expect(message.calls.map(({ name, input }) => [name, input])).toEqual([
      ["mcp__files__read", { path: "a.txt" }],
      ["mcp__files__read", { path: "b.txt" }],
    ]);
    expect(new Set(message.calls.map(({ callId }) => callId)).size).toBe(2);
    expect(finish).toBe("calls");
  });

  test("passes system prompt, tool names and schemas through unchanged and in order", async () => {
    const { requests } = await serve(() => ({ text: "ok" }));
    await ask(await modelOf(kind), [task]).reply;
    expect(requests[0]?.system).toBe("You are a test.");
    expect(requests[0]?.tools).toEqual(
      tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    );
  });

  test("sends results right after their message, complete and in call order, failed ones told apart", async () => {
    const { requests } = await serve(() => ({ text: "ok" }));
    const messages: readonly Message[] = [
      task,
      {
        role: "assistant",
        text: "",
        calls: [
          call("c1", "mcp__files__read", { path: "a" }),
          call("c2", "mcp__files__read", { path: "b" }),
          call("c3", "list_files", {}),
        ],
      },
      {
        role: "tool",
        callId: "c2" as CallId,
        name: "mcp__files__read",
        result: toolError("tool_failed", "No such file."),
      },
      { role: "tool", callId: "c1" as CallId, name: "mcp__files__read", result: okText("Alpha") },
    ];
    await ask(await modelOf(kind), messages).reply;
    const served = requests[0]?.messages ?? [];
    expect(served.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool", "tool"]);
    const results = served.filter((message) => message.role === "tool");
    expect(results[0]?.text).toContain("Alpha");
    expect(results[1]?.text).toContain("No such file.");
    expect(results[2]?.text).toContain("lost");
    if (kind === "anthropic") expect(results.map(({ isError }) => isError)).toEqual([false, true, true]);
  });

  test("explains a refused key without repeating it, and does not try again", async () => {
    const { requests } = await serve(() => ({
      status: 401,
      body: '{"error":{"message":"bad key secret-key-1","type":"authentication_error"}}',
    }));
    const error = await failureOf(ask(await modelOf(kind), [task]).reply);
    expect(error.code).toBe("unauthorized");
    expect(error.message).toBe("Vendor refused the key (401). Check it in Settings, Models.");
    expect(requests).toHaveLength(1);
  });

  test.each([
    { status: 400, message: "prompt is too long: 210532 tokens > 200000 maximum" },
    { status: 500, message: "the request exceeds the available context size" },
  ])(
    "a request longer than the model's context is told as that ($status), and is not repeated as it is",
    async ({ status, message }) => {
      const { requests } = await serve(() => ({
        status,
        body: JSON.stringify({
          type: "error",
          error: { message, type: "invalid_request_error", code: status, status: "INVALID_ARGUMENT" },
        }),
      }));
      const error = await failureOf(ask(await modelOf(kind), [task]).reply);
      expect(error.code).toBe("too_long");
      expect(error.message).toContain(message);
      expect(error.message).toContain("a model with a larger context");
      expect(requests).toHaveLength(1);
    },
  );

  test("waits as long as a 429 asks for, then succeeds", async () => {
    await serve(inTurn({ status: 429, headers: { "retry-after": "0.02" } }, { text: "later" }));
    const { reply, retries } = ask(await modelOf(kind, { maxDelayMs: 1_000 }), [task]);
    expect((await reply).message.text).toBe("later");
    expect(retries).toMatchObject([{ attempt: 1, delayMs: 20 }]);
  });

  test("repeats after a 500 and gives up after the last attempt", async () => {
    const { requests } = await serve(() => ({ status: 500 }));
    const { reply, retries } = ask(await modelOf(kind, { attempts: 3 }), [task]);
    const error = await failureOf(reply);
    expect(error.code).toBe("overloaded");
    expect(error.message).toContain("(500)");
    expect(requests).toHaveLength(3);
    expect(retries.map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  test.each(["cut", "end", "error"] as const)(
    "starts again when the stream breaks after text has come (%s)",
    async (breakAfterText) => {
      await serve(inTurn({ text: "half a sen", breakAfterText }, { text: "a whole sentence" }));
      const { reply, texts, retries } = ask(await modelOf(kind), [task]);
      expect((await reply).message.text).toBe("a whole sentence");
      expect(retries).toHaveLength(1);
      expect(texts.join("")).toBe("half a sena whole sentence");
    },
  );

  test("closes the connection when the call is aborted", async () => {
    const running = await serve(() => ({ hang: true, text: "thinking about it" }));
    const stop = new AbortController();
    const { reply, texts } = ask(await modelOf(kind), [task], { signal: stop.signal });
    const failed = failureOf(reply);
    await expect.poll(() => running.requests.length).toBe(1);
    await expect.poll(() => texts.join("")).toContain("thinking");
    stop.abort();
    expect((await failed).code).toBe("aborted");
    await running.waitForClosed(1);
    expect(running.requests).toHaveLength(1);
  });

  test("gives up a connection that goes silent", async () => {
    await serve(() => ({ hang: true, text: "and then" }));
    const error = await failureOf(ask(await modelOf(kind, { attempts: 1, stallMs: 60 }), [task]).reply);
    expect(error.code).toBe("broken_stream");
    expect(error.message).toContain("went silent");
  });

  test.each(["comments", "empty events"] as const)(
    "gives up a server that sends %s and nothing of its reply",
    async (drip) => {
      const running = await serve(() => ({ hang: true, text: "and then", drip }));
      const { reply, texts } = ask(await modelOf(kind, { attempts: 1, stallMs: 400 }), [task]);
      const error = await failureOf(reply);
      expect(error.code).toBe("broken_stream");
      expect(error.message).toContain("does not come to its answer");
      expect(error.message).toContain("choose another model");
      expect(texts.join("")).toBe("and then");
      await running.waitForClosed(1);
    },
  );

  test.each(["comments", "empty events", "words"] as const)(
    "gives up a call whose server goes on sending %s, once, and says what to do",
    async (drip) => {
      const running = await serve(() => ({ hang: true, text: "and then", drip }));
      const { reply, retries } = ask(await modelOf(kind, { mostCallMs: 500 }), [task]);
      const error = await failureOf(reply);
      expect(error.code).toBe("broken_stream");
      expect(error.message).toContain("not complete after 0.5 seconds");
      expect(error.message).toContain("Ask for less at a time");
      await running.waitForClosed(1);
      expect({ requests: running.requests.length, retries }).toEqual({ requests: 1, retries: [] });
    },
  );

  test("counts its attempts and the pauses between them as one call", async () => {
    await serve(() => ({ status: 503, headers: { "retry-after": "50" } }));
    const patient = await modelOf(kind, { attempts: 100, maxDelayMs: 60_000, mostCallMs: 300 });
    expect((await failureOf(ask(patient, [task]).reply)).message).toContain("not complete after");
  });

  test("keeps what a reply that was cut off at the output limit holds", async () => {
    await serve(() => ({ text: "So far", finish: "length" }));
    const { message, finish } = await ask(await modelOf(kind), [task]).reply;
    expect(message.text).toBe("So far");
    expect(finish).toBe("length");
  });

  test("makes repeated call ids unique in the session", async () => {
    await serve(() => ({
      calls: [
        { id: "same", name: "list_files" },
        { id: "same", name: "list_files" },
      ],
    }));
    const earlier: readonly Message[] = [
      task,
      { role: "assistant", text: "", calls: [call("same", "list_files", {})] },
      { role: "tool", callId: "same" as CallId, name: "list_files", result: okText("none") },
    ];
    const { message } = await ask(await modelOf(kind), earlier).reply;
    expect(new Set(["same", ...message.calls.map(({ callId }) => callId)]).size).toBe(3);
  });

  test("gives no call the id of one that is sent no more", async () => {
    // As servers do that count the calls of each reply, and those that name none.
    await serve(() => ({
      calls: [
        { id: "call_0", name: "list_files" },
        { id: " ", name: "list_files" },
      ],
    }));
    const takenIds = new Set(["call_0", "call-1", "call-2", "call-3", "call-4", "call-5"]);
    const { message } = await ask(await modelOf(kind), [task], { takenIds }).reply;
    const callIds = message.calls.map(({ callId }) => callId);
    expect(new Set([...takenIds, ...callIds]).size).toBe(8);
  });
});

describe.each(["anthropic", "openai", "openai-compatible"] as const)(
  "malformed arguments over the %s wire",
  (kind) => {
    test("are kept as they came and never become input", async () => {
      await serve(() => ({
        calls: [
          { name: "mcp__files__read", rawInput: '{"path": "a.t' },
          { name: "mcp__files__read", rawInput: "[1]" },
        ],
        finish: "length",
      }));
      const { message } = await ask(await modelOf(kind), [task]).reply;
      expect(message.calls).toMatchObject([
        { input: {}, malformedInput: '{"path": "a.t' },
        { input: {}, malformedInput: "[1]" },
      ]);
    });

    test("that are nested too deeply for what reads them are kept as they came too", async () => {
      const rawInput = `{"path": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
      await serve(() => ({ calls: [{ name: "list_files", rawInput }] }));
      const { message } = await ask(await modelOf(kind), [task]).reply;
      expect(message.calls).toMatchObject([{ input: {}, malformedInput: rawInput }]);
    });

    test("a call cut off before its first argument is no call without arguments", async () => {
      await serve(() => ({ calls: [{ name: "list_files", rawInput: "" }], finish: "length" }));
      const { message } = await ask(await modelOf(kind), [task]).reply;
      expect(message.calls[0]?.malformedInput).toBeDefined();
    });

    test("no argument text at all is a call without arguments where the reply is complete", async () => {
      await serve(() => ({ calls: [{ name: "list_files", rawInput: "" }] }));
      const { message } = await ask(await modelOf(kind), [task]).reply;
      expect(message.calls[0]).toMatchObject({ name: "list_files", input: {} });
      expect(message.calls[0]).not.toHaveProperty("malformedInput");
    });
  },
);

test("Anthropic gets its signed reasoning back unchanged, and no other provider does", async () => {
  const { requests } = await serve(
    inTurn(
      {
        text: "Let me look.",
        reasoning: { text: "Two files.", signature: "sig-1" },
        calls: [{ name: "list_files" }],
      },
      { text: "ok" },
      { text: "ok" },
    ),
  );
  const { message } = await ask(await modelOf("anthropic"), [task]).reply;
  const result: Message = {
    role: "tool",
    callId: message.calls[0]?.callId as CallId,
    name: "list_files",
    result: okText("none"),
  };
  await ask(await modelOf("anthropic"), [task, message, result]).reply;
  const sent = requests[1]?.body["messages"] as unknown as { content: unknown[] }[];
  expect(sent[1]?.content[0]).toEqual({ type: "thinking", thinking: "Two files.", signature: "sig-1" });
  await ask(await modelOf("openai"), [task, message, result]).reply;
  expect(JSON.stringify(requests[2]?.body)).not.toContain("sig-1");
});

test("Google gets the signature of a call back", async () => {
  const { requests } = await serve(
    inTurn({ reasoning: { text: "", signature: "c2ln" }, calls: [{ name: "list_files" }] }, { text: "ok" }),
  );
  const { message } = await ask(await modelOf("google"), [task]).reply;
  await ask(await modelOf("google"), [task, message]).reply;
  expect(JSON.stringify(requests[1]?.body)).toContain('"thoughtSignature":"c2ln"');
});

test("Anthropic's cache marks stand on the system prompt, the last tool, the last message and the request before", async () => {
  const { requests } = await serve(() => ({
    text: "ok",
    usage: { input: 10, cached: 1_000, cacheWrite: 100, output: 10 },
  }));
  const messages: readonly Message[] = [
    task,
    { role: "assistant", text: "", calls: [call("c1", "list_files", {})] },
    { role: "tool", callId: "c1" as CallId, name: "list_files", result: okText("none") },
  ];
  const { usage } = await ask(await modelOf("anthropic"), messages).reply;
  const body = JSON.stringify(requests[0]?.body);
  expect(body.match(/"cache_control"/g)).toHaveLength(4);
  expect(JSON.stringify(requests[0]?.body["system"])).toContain("cache_control");
  expect(usage).toMatchObject({ inputTokens: 1_110, cachedInputTokens: 1_000 });
  // claude-sonnet-4-6: 10 x 3 + 1000 x 0.3 + 100 x 3.75 + 10 x 15 dollars a million
  expect(usage.cost).toBeCloseTo((10 * 3 + 1_000 * 0.3 + 100 * 3.75 + 10 * 15) / 1_000_000, 12);
});

test("a tool name that the model invented does not spoil later requests", async () => {
  const { requests } = await serve(() => ({ text: "ok" }));
  const invented = call("weird id/1", "no.such tool!", {});
  await ask(await modelOf("anthropic"), [task, { role: "assistant", text: " ", calls: [invented] }]).reply;
  expect(requests[0]?.messages).toMatchObject([
    {},
    { calls: [{ callId: "weird_id_1", name: "no_such_tool_" }] },
    { callId: "weird_id_1", isError: true },
  ]);
});

test("a server that cannot be reached is named, after the last attempt", async () => {
  const running = await serve(() => ({ text: "never" }));
  const model = await modelOf("openai", { attempts: 2 });
  await running.close();
  const { reply, retries } = ask(model, [task]);
  const error = await failureOf(reply);
  expect(error.code).toBe("unreachable");
  expect(retries).toHaveLength(1);
});

test("a redirect is refused: it could carry the key elsewhere", async () => {
  await using elsewhere = await startModelServer({ handler: () => ({ text: "got it" }) });
  await serve(() => ({ status: 307, headers: { location: `${elsewhere.url}/v1/chat/completions` } }));
  await failureOf(ask(await modelOf("openai", { attempts: 1 }), [task]).reply);
  expect(elsewhere.requests).toEqual([]);
});

test("an aborted call does not wait for its next attempt", async () => {
  await serve(() => ({ status: 429, headers: { "retry-after": "30" } }));
  const stop = new AbortController();
  const { reply, retries } = ask(await modelOf("openai", { maxDelayMs: 60_000 }), [task], {
    signal: stop.signal,
  });
  const failed = failureOf(reply);
  await expect.poll(() => retries.length).toBe(1);
  stop.abort();
  expect((await failed).code).toBe("aborted");
});

test("a message that repeats the key is cleaned of it", async () => {
  await serve(() => ({
    status: 400,
    body: '{"error":{"message":"secret-key-1 may not do this","type":"invalid_request_error"}}',
  }));
  const error = await failureOf(ask(await modelOf("openai"), [task]).reply);
  expect(error.message).toContain("[key] may not do this");
});

test("a spent quota is not tried again", async () => {
  const { requests } = await serve(() => ({
    status: 429,
    body: '{"error":{"message":"You exceeded your quota","type":"insufficient_quota","code":"insufficient_quota"}}',
  }));
  const error = await failureOf(ask(await modelOf("openai"), [task]).reply);
  expect(error.message).toContain("no quota left");
  expect(requests).toHaveLength(1);
});
