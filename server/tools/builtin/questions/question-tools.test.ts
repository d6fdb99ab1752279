import { expect, test } from "vitest";
import type { CallId, WaitId } from "../../../contract/ids.ts";
import type { Question, QuestionAnswer } from "../../../contract/questions.ts";
import { resultText, type SettledResult } from "../../../contract/tool-result.ts";
import { createToolBench, type ToolBenchOptions } from "../../../testing/tool-bench.ts";
import type { QuestionBook } from "./question-book.ts";
import { createQuestionTools } from "./question-tools.ts";

/** A book in memory that keeps its promises. */
function createMemoryBook() {
  const waits = new Map<string, { waitId: WaitId; answer: QuestionAnswer | null }>();
  const asked: (readonly Question[])[] = [];
  const book: QuestionBook = {
    find: async (sessionId, callId) => waits.get(`${sessionId}/${callId}`),
    async ask({ sessionId, callId }, questions) {
      const key = `${sessionId}/${callId}`;
      const wait = waits.get(key) ?? { waitId: `wait-${waits.size + 1}` as WaitId, answer: null };
      if (!waits.has(key)) asked.push(questions);
      waits.set(key, wait);
      return wait.waitId;
    },
  };
  const answer = (given: QuestionAnswer) => {
    for (const wait of waits.values()) wait.answer ??= given;
  };
  return { book, asked, answer };
}

async function bench(options: ToolBenchOptions = {}) {
  const memory = createMemoryBook();
  return { ...memory, ...(await createToolBench(createQuestionTools(memory.book), options)) };
}

const one = { questions: [{ question: "Which year?" }] };
const pick = { selected: [], text: "", isSkipped: false };

test("the first dispatch asks and parks", async () => {
  const { call, asked } = await bench();
  expect(await call("ask_user", one)).toEqual({ status: "pending", waitingFor: "person", waitId: "wait-1" });
  expect(asked).toEqual([[{ question: "Which year?", header: "", multiSelect: false, options: [] }]]);
});

test("a dispatch before the answer parks again and asks nothing twice", async () => {
  const { call, dispatch, asked } = await bench();
  const first = await call("ask_user", one);
  expect(await dispatch("ask_user", one, "call-0" as CallId)).toEqual(first);
  expect(asked).toHaveLength(1);
});

test("the dispatch after the answer reads it, in words and as data", async () => {
  const { call, dispatch, answer } = await bench();
  const input = {
    questions: [
      { question: "Which year?", options: [{ label: "2025" }, { label: "2026" }] },
      { question: "Which regions?", multiSelect: true, options: [{ label: "North" }, { label: "South" }] },
      { question: "For whom?" },
      { question: "How long?" },
    ],
  };
  await call("ask_user", input);
  answer({
    answers: [
      { ...pick, selected: ["2026"] },
      { ...pick, selected: ["North", "South"], text: "and West if there is any" },
      { ...pick, text: "The board" },
      { ...pick, isSkipped: true },
    ],
  });
  const result = (await dispatch("ask_user", input, "call-0" as CallId)) as SettledResult;
  expect(resultText(result)).toBe(
    [
      "The person replied.",
      "1. Which year?\nChosen: 2026",
      "2. Which regions?\nChosen: North; South\nIn their words: and West if there is any",
      "3. For whom?\nAnswer: The board",
      "4. How long?\nSkipped: no answer was given. Decide yourself and say what you assumed.",
    ].join("\n\n"),
  );
  expect(result).toMatchObject({
    data: { answers: [{ question: "Which year?", selected: ["2026"] }, {}, {}, { isSkipped: true }] },
  });
});

test("a question of many pages is repeated by its beginning", async () => {
  const { call, dispatch, answer } = await bench();
  const input = { questions: [{ question: "word ".repeat(15_000) }] };
  await call("ask_user", input);
  answer({ answers: [{ ...pick, text: "Yes." }] });
  const text = resultText((await dispatch("ask_user", input, "call-0" as CallId)) as SettledResult);
  expect(text).toMatch(/^The person replied\.\n\nword .*word…\nAnswer: Yes\.$/s);
  expect(text.length).toBeLessThan(2_000);
});

test("an answer with fewer entries than questions counts the rest as skipped", async () => {
  const { call, dispatch, answer } = await bench();
  await call("ask_user", one);
  answer({ answers: [] });
  expect(await dispatch("ask_user", one, "call-0" as CallId)).toMatchObject({
    data: { answers: [{ isSkipped: true }] },
  });
});

test("questions over the session's limit are not asked, open ones counted", async () => {
  const { call, asked } = await bench({ limits: { maxQuestions: 2 } });
  await call("ask_user", one);
  const two = { questions: [...one.questions, ...one.questions] };
  expect(await call("ask_user", two)).toMatchObject({
    code: "limit_reached",
    hint: "You can still ask 1: keep the most important.",
  });
  expect(await call("ask_user", one)).toMatchObject({ status: "pending" });
  expect(await call("ask_user", one)).toMatchObject({
    code: "limit_reached",
    hint: expect.stringMatching(/^Decide yourself/),
  });
  expect(asked).toHaveLength(2);
});

test("a question may be as long as a task, and all of a call together no longer", async () => {
  const asking = await bench();
  const half = "x".repeat(50_000);
  const long = await asking.call("ask_user", { questions: [{ question: half }, { question: half }] });
  expect(long).toMatchObject({ status: "pending" });
  const more = { questions: [{ question: half }, { question: half }, { question: "y" }] };
  expect(await asking.call("ask_user", more)).toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("all questions together have at most 100000 characters"),
  });
  expect(asking.asked).toHaveLength(1);
});

test("a limit of zero says that this agent asks nobody", async () => {
  const { call, asked } = await bench({ limits: { maxQuestions: 0 } });
  expect(await call("ask_user", one)).toMatchObject({
    code: "limit_reached",
    message: "This agent is set up to ask people no questions.",
  });
  expect(asked).toEqual([]);
});

test.each([
  ["no question", { questions: [] }],
  ["five questions", { questions: Array.from({ length: 5 }, () => one.questions[0]) }],
  ["a question without text", { questions: [{ question: "" }] }],
])("%s is refused", async (_name, input) => {
  const { call } = await bench();
  expect(await call("ask_user", input as never)).toMatchObject({ code: "invalid_input" });
});

test.each([
  ["equal", ["Yes", "No", "Yes"]],
  ["equal as they are kept", ["A\0", "A\ud800"]],
])("options whose labels are %s are refused: nobody could choose one of them", async (_name, labels) => {
  const { call, asked } = await bench();
  const options = labels.map((label) => ({ label }));
  expect(await call("ask_user", { questions: [{ question: "Which?", options }] })).toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("two options have the same label"),
  });
  expect(asked).toEqual([]);
});

test("only the run's end stops the wait", async () => {
  const { tools } = await bench();
  expect(tools[0]).toMatchObject({ timeoutMs: null, flags: { idempotent: true } });
});
