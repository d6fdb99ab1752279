import { expect, test } from "vitest";
import { z } from "zod";
import type { CallId } from "../../contract/ids.ts";
import type { Json } from "../../contract/json.ts";
import type { Message } from "../../contract/message.ts";
import { agentSchema } from "../../contract/org-document.ts";
import {
  okText,
  resultText,
  type SettledResult,
  type ToolResult,
  toolError,
} from "../../contract/tool-result.ts";
import { defineTool } from "../define-tool.ts";
import { createDispatcher } from "../dispatcher.ts";
import { type BoundTool, NO_FLAGS, type ToolContext } from "../tool.ts";
import { zodInput } from "../zod-input.ts";
import { breakLoops } from "./break-loops.ts";
import { limitOutput } from "./limit-output.ts";
import { limitTime } from "./limit-time.ts";
import { NOBODY_THERE, needPerson } from "./need-person.ts";
import { type OutputScrubber, scrubOutput } from "./scrub-output.ts";

function toolOf(
  execute: (context: ToolContext) => Promise<ToolResult>,
  timeoutMs?: number | null,
): BoundTool {
  return defineTool({
    name: "work",
    description: "work",
    inputSchema: zodInput(z.object({})),
    origin: { kind: "builtin", id: "test" },
    flags: { ...NO_FLAGS, readOnly: true },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    execute: (_input, context) => execute(context),
  });
}
function contextOf(signal = new AbortController().signal, callTimeoutSeconds = 60): ToolContext {
  const agent = agentSchema.parse({
    id: "a",
    name: "A",
    position: { x: 0, y: 0 },
    limits: { callTimeoutSeconds },
  });
  return { scope: { agent }, signal } as ToolContext;
}
const call = { callId: "c", name: "work", input: {} } as Parameters<
  ReturnType<typeof createDispatcher>["dispatch"]
>[0];
const never = () => new Promise<ToolResult>(() => undefined);

test("a tool's own limit ends it and its signal aborts", async () => {
  let seen: AbortSignal | undefined;
  const tool = toolOf((context) => {
    seen = context.signal;
    return never();
  }, 20);
  const result = await createDispatcher(new Map([["work", tool]]), [limitTime]).dispatch(call, contextOf());
  expect(result).toMatchObject({ status: "error", code: "timed_out" });
  expect(seen?.aborted).toBe(true);
});

test("without a limit of its own a tool has the agent's", async () => {
  const result = await createDispatcher(new Map([["work", toolOf(never)]]), [limitTime]).dispatch(
    call,
    contextOf(undefined, 1),
  );
  expect(result).toMatchObject({ code: "timed_out" });
});

test.each([
  { what: "may have changed something elsewhere", traits: { flags: NO_FLAGS }, code: "outcome_unknown" },
  { what: "can be repeated", traits: { flags: { ...NO_FLAGS, idempotent: true } }, code: "timed_out" },
  { what: "changes its session alone", traits: { changes: "session" } as const, code: "timed_out" },
])("a call over its time that $what answers $code", async ({ traits, code }) => {
  const tool = { ...toolOf(never, 20), flags: NO_FLAGS, ...traits };
  const result = await createDispatcher(new Map([["work", tool]]), [limitTime]).dispatch(call, contextOf());
  expect(result).toMatchObject({ status: "error", code });
  expect(resultText(result as SettledResult)).toMatch(
    code === "timed_out" ? /was stopped\. Ask for less/ : /is not known\. Check before you call it again/,
  );
});

test("a stopped run ends a call that ignores its signal, and says so", async () => {
  const stop = new AbortController();
  const running = createDispatcher(new Map([["work", toolOf(never, null)]]), [limitTime]).dispatch(
    call,
    contextOf(stop.signal),
  );
  stop.abort();
  expect(await running).toMatchObject({ status: "error", code: "aborted" });
});

test("a call that was stopped before it began does not run", async () => {
  let runs = 0;
  const tool = toolOf(async () => {
    runs += 1;
    return okText("ran");
  });
  const result = await createDispatcher(new Map([["work", tool]]), [limitTime]).dispatch(
    call,
    contextOf(AbortSignal.abort()),
  );
  expect([runs, result.status]).toEqual([0, "error"]);
});

const kept: string[] = [];
const store = {
  async keepOutput(_context: ToolContext, output: { readonly name: string; readonly text: string }) {
    kept.push(output.text);
    return {
      type: "artifact",
      artifactId: "id",
      name: output.name,
      mediaType: "text/plain",
      size: output.text.length,
    } as never;
  },
};
const limited = (result: ToolResult, most: number) =>
  createDispatcher(new Map([["work", toolOf(async () => result)]]), [limitOutput(store, most)]).dispatch(
    call,
    contextOf(),
  );

test("a result within the cap is left alone", async () => {
  expect(await limited(okText("12345"), 5)).toEqual(okText("12345"));
});

test("a longer one keeps its head, and the whole becomes a file", async () => {
  const result = await limited(okText("x".repeat(100)), 10);
  if (result.status !== "ok") throw new Error("The result is not ok.");
  expect(resultText(result)).toContain("the first 10 of 100 characters");
  expect(result.content.map((part) => part.type)).toEqual(["text", "artifact"]);
  expect(kept.at(-1)).toHaveLength(100);
});

test("no character is cut in two", async () => {
  const result = await limited(okText("ab\u{1F41D}cd".repeat(10)), 3);
  if (result.status !== "ok" || result.content[0]?.type !== "text")
    throw new Error("The result is not text.");
  expect(result.content[0].text.isWellFormed()).toBe(true);
});

test("files among the parts of a longer result are kept, and what is not text is not counted", async () => {
  const file = {
    type: "artifact",
    artifactId: "f",
    name: "chart-of-all-the-lines.png",
    mediaType: "image/png",
    size: 9,
  } as never;
  const within = { ...okText("12345"), content: [...okText("12345").content, file] };
  expect(await limited(within, 5)).toEqual(within);
  const result = await limited({ ...within, content: [...okText("1234567").content, file] }, 5);
  if (result.status !== "ok") throw new Error("The result is not ok.");
  expect(result.content[0]).toMatchObject({ text: expect.stringMatching(/^12345\b|^12345[^6]/) });
  expect(result.content.filter((part) => part.type === "artifact")).toContainEqual(file);
  expect(kept.at(-1)?.trim()).toBe("1234567");
});

test("an error as long as the cap is left alone", async () => {
  const error = toolError("tool_failed", "12345");
  expect(await limited(error, 5)).toEqual(error);
});

test("a long error is cut as well", async () => {
  const result = await limited(toolError("tool_failed", "e".repeat(100)), 10);
  expect(result).toMatchObject({ status: "error", message: `${"e".repeat(10)} (cut)` });
});

const answered = (id: string, input: object, result: ToolResult): readonly Message[] => [
  { role: "assistant", text: "", calls: [{ callId: id as CallId, name: "work", input: input as Json }] },
  { role: "tool", callId: id as CallId, name: "work", result: result as SettledResult },
];
/** The same, called by the tool's other name. */
const byOtherName = (messages: readonly Message[]): readonly Message[] =>
  JSON.parse(JSON.stringify(messages).replaceAll('"name":"work"', '"name":"labour"'));
async function afterwards(
  messages: readonly Message[],
  input: object,
  { name = "work", ...more }: Partial<Pick<ToolContext, "isNew">> & { readonly name?: string } = {},
) {
  const tripped: string[] = [];
  const context = {
    ...contextOf(),
    ...more,
    messages: () => messages,
    emit: (event: { readonly type: string }) => void tripped.push(event.type),
  } as ToolContext;
  const tools = new Map([["work", { ...toolOf(async () => okText("ran")), aliases: ["labour"] }]]);
  const result = await createDispatcher(tools, [breakLoops(4)]).dispatch(
    { callId: "next" as CallId, name, input: input as Json },
    context,
  );
  return { result, tripped };
}
const failed = toolError("tool_failed", "no");

test("the same call with the same arguments is not run for ever, in whatever order they stand", async () => {
  const four = [1, 2, 3, 4].flatMap((number) =>
    answered(
      `${number}`,
      number % 2 ? { a: 1, b: { c: 2, d: 3 } } : { b: { d: 3, c: 2 }, a: 1 },
      okText("same"),
    ),
  );
  const again = await afterwards(four, { a: 1, b: { c: 2, d: 3 } });
  expect(again.result).toMatchObject({ status: "error", code: "limit_reached" });
  expect(again.tripped).toEqual(["breaker.tripped"]);
  expect((await afterwards(four, { a: 2, b: { c: 2, d: 3 } })).result.status).toBe("ok");
  expect((await afterwards(four.slice(2), { a: 1, b: { c: 2, d: 3 } })).result.status).toBe("ok");
});

test("a call by another name of the same tool is the same call", async () => {
  const two = ["1", "2"].flatMap((id) => answered(id, { a: 1 }, okText("same")));
  const four = [...two, ...byOtherName(["3", "4"].flatMap((id) => answered(id, { a: 1 }, okText("same"))))];
  for (const name of ["work", "labour"])
    expect((await afterwards(four, { a: 1 }, { name })).result).toMatchObject({ code: "limit_reached" });
  expect((await afterwards(four.slice(2), { a: 1 }, { name: "labour" })).result.status).toBe("ok");
});

test("after a dozen failures in a row nothing more is run, and one success starts the count anew", async () => {
  const dozen = Array.from({ length: 12 }, (_, number) => answered(`${number}`, { number }, failed)).flat();
  expect((await afterwards(dozen, {})).result).toMatchObject({ code: "limit_reached" });
  expect((await afterwards(dozen.slice(2), {})).result.status).toBe("ok");
  expect((await afterwards([...dozen, ...answered("good", {}, okText("yes"))], {})).result.status).toBe("ok");
});

test("a call that has begun is gone on with, whatever failed beside it: what it waited for may be there", async () => {
  const dozen = Array.from({ length: 12 }, (_, number) => answered(`${number}`, { number }, failed)).flat();
  const same = [1, 2, 3, 4].flatMap((number) => answered(`${number}`, { a: 1 }, okText("same")));
  for (const messages of [dozen, same]) {
    const resumed = await afterwards(messages, { a: 1 }, { isNew: false });
    expect(resumed).toEqual({ result: okText("ran"), tripped: [] });
    const fresh = await afterwards(messages, { a: 1 }, { isNew: true });
    expect(fresh).toMatchObject({ result: { code: "limit_reached" }, tripped: ["breaker.tripped"] });
  }
});

/** Hides the word "hunter2", wherever it stands. */
const hide = (text: string) => ({
  value: text.replaceAll("hunter2", "[REDACTED]"),
  count: text.split("hunter2").length - 1,
});
const hideInJson = (value: Json) => {
  const { value: text, count } = hide(JSON.stringify(value));
  return { value: JSON.parse(text), count };
};
const scrubber: OutputScrubber = {
  text: hide,
  json: hideInJson,
  inTurns: { text: async (text) => hide(text), json: async (value) => hideInJson(value) },
};

test("secrets are hidden in results, errors, thrown errors and progress, and the model is told", async () => {
  const events: unknown[] = [];
  const context = { ...contextOf(), emit: (event: unknown) => void events.push(event) } as ToolContext;
  const run = (execute: (context: ToolContext) => Promise<ToolResult>) =>
    createDispatcher(new Map([["work", toolOf(execute)]]), [scrubOutput(scrubber), limitTime]).dispatch(
      call,
      context,
    );
  const ok = await run(async (inner) => {
    inner.emit({ type: "skill.log", text: "uses hunter2" } as unknown as Parameters<typeof inner.emit>[0]);
    return { ...okText("it is hunter2, hunter2"), data: { password: "hunter2" } };
  });
  expect(ok).toMatchObject({ data: { password: "[REDACTED]" } });
  expect(resultText(ok as SettledResult)).toContain("it is [REDACTED], [REDACTED]");
  expect(resultText(ok as SettledResult)).toContain("2 secret values were hidden");
  expect(events).toEqual([{ type: "skill.log", text: "uses [REDACTED]" }]);
  expect(await run(async () => toolError("tool_failed", "no hunter2", "try hunter2"))).toMatchObject({
    message: expect.stringMatching(/^no \[REDACTED\] \[2 secret values/),
    hint: "try [REDACTED]",
  });
  expect(await run(() => Promise.reject(new Error("cannot open hunter2")))).toMatchObject({
    code: "tool_failed",
    message: expect.stringContaining("cannot open [REDACTED]"),
  });
});

test("a secret is looked for before the output is cut, and what is kept as a file has none either", async () => {
  const kept: string[] = [];
  const store = {
    keepOutput: async (_context: ToolContext, { text }: { text: string }) => {
      kept.push(text);
      return { type: "text" as const, text: "kept" };
    },
  };
  const tool = toolOf(async () => okText(`${"x".repeat(95)}hunter2${"y".repeat(100)}`));
  const steps = [limitOutput(store, 100), scrubOutput(scrubber)];
  const result = await createDispatcher(new Map([["work", tool]]), steps).dispatch(call, contextOf());
  expect(resultText(result as SettledResult)).not.toContain("hunte");
  expect(kept.join()).not.toContain("hunter2");
});

test("one secret is told as one, also in the name of a file, and a result without any is left as it is", async () => {
  const run = (result: ToolResult) =>
    createDispatcher(new Map([["work", toolOf(async () => result)]]), [scrubOutput(scrubber)]).dispatch(
      call,
      contextOf(),
    );
  const plain = { ...okText("nothing to hide"), data: { rows: 2 } };
  expect(await run(plain)).toEqual(plain);
  expect(await run(toolError("tool_failed", "no such file"))).toEqual(
    toolError("tool_failed", "no such file"),
  );
  expect(await run(toolError("tool_failed", "hunter2 is wrong"))).toEqual(
    toolError(
      "tool_failed",
      "[REDACTED] is wrong [One secret value was hidden as [REDACTED]. Asking again gives the same; work without it.]",
    ),
  );
  const named = { type: "artifact", artifactId: "f", name: "hunter2.csv", mediaType: "text/csv", size: 1 };
  expect(await run({ ...okText(""), content: [named as never] })).toMatchObject({
    content: [{ text: expect.stringContaining("One secret value") }, { ...named, name: "[REDACTED].csv" }],
  });
  // Values for pages alone: the model reads none of them, and is told nothing.
  const data = await run({ ...okText("done"), data: { password: "hunter2" } });
  expect(data).toEqual({ ...okText("done"), data: { password: "[REDACTED]" } });
  expect(await run({ status: "pending", waitId: "hunter2" } as unknown as ToolResult)).toEqual({
    status: "pending",
    waitId: "hunter2",
  });
});

test("only a call that asks people is refused where nobody is, and not where somebody was asked before", async () => {
  const dispatch = (asksPeople: boolean, isUnattended: boolean, wasAsked = false) => {
    const asking = asksPeople ? { asksPeople } : {};
    const tool: BoundTool = { ...toolOf(async () => okText("ran")), ...asking };
    const context = contextOf();
    return createDispatcher(new Map([["work", tool]]), [needPerson]).dispatch(call, {
      ...context,
      scope: { ...context.scope, isUnattended },
      wasAsked,
    });
  };
  expect(await dispatch(true, true)).toMatchObject({
    status: "error",
    code: "denied",
    message: NOBODY_THERE,
  });
  const rest = [
    dispatch(false, true),
    dispatch(true, false),
    dispatch(false, false),
    dispatch(true, true, true),
  ];
  for (const result of await Promise.all(rest)) expect(result).toEqual(okText("ran"));
});

test("a name that is not there is answered with those like it, three at most, or with the rule", async () => {
  const tools = new Map(
    ["read_file", "read_files", "read_file_lines", "read_file_tail", "think"].map((name) => [
      name,
      toolOf(async () => okText("ran")),
    ]),
  );
  const ask = (name: string) => createDispatcher(tools, []).dispatch({ ...call, name }, contextOf());
  expect(await ask("read_file_")).toMatchObject({
    code: "tool_not_found",
    hint: "Did you mean read_file or read_file_lines or read_file_tail?",
  });
  expect(await ask("file")).toMatchObject({
    hint: "Did you mean read_file or read_files or read_file_lines?",
  });
  expect(await ask("fly")).toMatchObject({ hint: "Use only the tools of your tool array." });
  const long = await ask("x".repeat(1_000));
  expect(long).toMatchObject({ message: `There is no tool named "${"x".repeat(128)}".` });
});
