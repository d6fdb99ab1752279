import { expect, test } from "vitest";
import type { CallId, WaitId } from "../../../contract/ids.ts";
import type { Json } from "../../../contract/json.ts";
import type { Question, QuestionAnswer } from "../../../contract/questions.ts";
import { resultText, type SettledResult } from "../../../contract/tool-result.ts";
import { createToolBench, type ToolBenchOptions } from "../../../testing/tool-bench.ts";
import type { AskedQuestions } from "./question-book.ts";
import { createQuestionTools } from "./question-tools.ts";

async function bench(options: ToolBenchOptions = {}) {
  const waits = new Map<string, AskedQuestions>();
  const asked: (readonly Question[])[] = [];
  const family = createQuestionTools({
    find: async (_session, callId) => waits.get(callId),
    async ask({ callId }, questions) {
      const waitId = `wait-${waits.size + 1}` as WaitId;
      waits.set(callId, { waitId, answer: null });
      asked.push(questions);
      return waitId;
    },
  });
  const answer = (given: Partial<QuestionAnswer["answers"][number]>) => {
    const whole = { answers: [{ selected: [], text: "", isSkipped: false, ...given }] };
    for (const [callId, { waitId }] of waits) waits.set(callId, { waitId, answer: whole });
  };
  return { asked, answer, ...(await createToolBench(family, options)) };
}

const options = [
  { label: "The north", value: "n" },
  { label: "The south", value: "s" },
];
const ask = { question: "Which?" };
const tenOptions = Array.from({ length: 10 }, (_, index) => ({ label: `No ${index}`, value: `${index}` }));

test.each<[Json, boolean]>([
  [{ ...ask, prompt_type: "confirm" }, true],
  [{ ...ask, prompt_type: "confirm", options }, true],
  [{ ...ask, prompt_type: "confirm", options: options.slice(0, 1) }, false],
  [{ ...ask, prompt_type: "confirm", options: [...options, { label: "Neither", value: "0" }] }, false],
  [{ ...ask, prompt_type: "text" }, true],
  [{ ...ask, prompt_type: "text", options }, false],
  [{ ...ask, prompt_type: "select", options }, true],
  [{ ...ask, prompt_type: "select" }, false],
  [{ ...ask, prompt_type: "select", options: options.slice(0, 1) }, false],
  [{ ...ask, prompt_type: "select", options: [options[0] ?? {}, options[0] ?? {}] }, false],
  [{ ...ask, prompt_type: "multi_select", options }, true],
  [{ ...ask, prompt_type: "multi_select", options: [] }, false],
  [{ ...ask, prompt_type: "Confirm" }, false],
  [{ ...ask, prompt_type: "select", options: tenOptions }, true],
  [{ ...ask, prompt_type: "select", options: [...tenOptions, { label: "11", value: "11" }] }, false],
  [{ ...ask, prompt_type: "select", options: [{ ...options[0], variant: "loud" }, options[1] ?? {}] }, false],
  [{ question: "  ", prompt_type: "text" }, false],
  [{ question: "x".repeat(501), prompt_type: "text" }, false],
  [{ ...ask, prompt_type: "text", description: "x".repeat(1_001) }, false],
])("%j is asked: %s", async (input, isAsked) => {
  const { call, asked } = await bench();
  expect((await call("prompt_human", input)).status).toBe(isAsked ? "pending" : "error");
  expect(asked).toHaveLength(isAsked ? 1 : 0);
});

test.each(["label", "value"])("options with one %s as it is kept are refused", async (key) => {
  const { call, asked } = await bench();
  const options = ["A\0", "A\ud800"].map((text, at) => ({ label: `${at}`, value: `${at}`, [key]: text }));
  expect(await call("prompt_human", { ...ask, prompt_type: "select", options })).toMatchObject({
    message: "Two options have the same label or value.",
  });
  expect(asked).toEqual([]);
});

test.each([
  ["confirm", { selected: ["Yes"] }, { told: "Chosen: yes (Yes)", values: ["yes"] }],
  [
    "confirm",
    { selected: ["No"], text: "not now" },
    { told: "Chosen: no (No)\nIn their words: not now", values: ["no"] },
  ],
  ["select", { selected: ["The south"] }, { told: "Chosen: s (The south)", values: ["s"] }],
  ["select", { selected: ["the south"] }, { told: "gave no answer", values: [] }],
  [
    "multi_select",
    { selected: ["The south", "The north"] },
    { told: "Chosen: n (The north); s (The south)", values: ["n", "s"] },
  ],
  ["text", { text: " soon " }, { told: "In their words: soon", values: [] }],
  ["text", { text: "   " }, { told: "gave no answer", values: [] }],
  ["text", { isSkipped: true, text: "x" }, { told: "gave no answer", values: [] }],
] as const)("an answer to %s comes as its values: %j", async (prompt_type, given, { told, values }) => {
  const { call, dispatch, answer } = await bench();
  const isChoice = prompt_type === "select" || prompt_type === "multi_select";
  const input = { ...ask, prompt_type, ...(isChoice ? { options } : {}) };
  await call("prompt_human", input);
  answer({ ...given, selected: "selected" in given ? [...given.selected] : [] });
  const result = (await dispatch("prompt_human", input, "call-0" as CallId)) as SettledResult;
  expect(resultText(result)).toContain(told);
  expect(result).toMatchObject({ status: "ok", data: { values } });
});

test.each(["default", "primary", "success", "warning", "destructive"] as const)(
  "the look of an option reaches the person, and what is chosen comes as before: %s",
  async (variant) => {
    const looks = [
      { label: "Delete it", value: "gone", variant },
      { label: "Keep it", value: "kept" },
    ];
    for (const prompt_type of ["confirm", "select", "multi_select"]) {
      const { call, dispatch, answer, asked } = await bench();
      const input = { ...ask, prompt_type, options: looks };
      await call("prompt_human", input);
      expect(asked[0]?.[0]?.options.map((one) => one.variant ?? "default")).toEqual([variant, "default"]);
      answer({ selected: ["Delete it"] });
      expect(await dispatch("prompt_human", input, "call-0" as CallId)).toMatchObject({
        data: { values: ["gone"] },
      });
    }
  },
);

test("what to know before answering stands beside the question", async () => {
  const { call, asked } = await bench();
  await call("prompt_human", { ...ask, prompt_type: "text", description: "There are two." });
  expect(asked[0]).toMatchObject([{ question: "Which?", description: "There are two." }]);
});

test("a second prompt of the same turn is refused", async () => {
  const { dispatch, messages, asked } = await bench();
  const input = { ...ask, prompt_type: "confirm" };
  const calls = ["a", "b"].map((callId) => ({ callId: callId as CallId, name: "prompt_human", input }));
  messages.push({ role: "assistant", text: "", calls });
  expect(await dispatch("prompt_human", input, "a" as CallId)).toMatchObject({ status: "pending" });
  expect(await dispatch("prompt_human", input, "b" as CallId)).toMatchObject({ code: "limit_reached" });
  expect(asked).toHaveLength(1);
});

test("prompts and questions count together against the agent's limit", async () => {
  const { call } = await bench({ limits: { maxQuestions: 1 } });
  expect(await call("prompt_human", { ...ask, prompt_type: "confirm" })).toMatchObject({ status: "pending" });
  expect(await call("ask_user", { questions: [ask] })).toMatchObject({ code: "limit_reached" });
  expect(await call("prompt_human", { ...ask, prompt_type: "text" })).toMatchObject({
    code: "limit_reached",
  });
});
