import { expect, test } from "vitest";
import type { CallId, WaitId } from "../../../contract/ids.ts";
import type { Question, QuestionAnswer } from "../../../contract/questions.ts";
import { resultText, type SettledResult } from "../../../contract/tool-result.ts";
import { createToolBench, type ToolBenchOptions } from "../../../testing/tool-bench.ts";
import type { AskedQuestions } from "./question-book.ts";
import { createQuestionTools } from "./question-tools.ts";
import { MOST_REQUESTS } from "./request-input-tool.ts";

async function bench(options: ToolBenchOptions = {}) {
  const waits = new Map<string, AskedQuestions>();
  const asked: Question[] = [];
  const family = createQuestionTools({
    find: async (_session, callId) => waits.get(callId),
    async ask({ callId }, questions) {
      const waitId = `wait-${waits.size + 1}` as WaitId;
      waits.set(callId, { waitId, answer: null });
      asked.push(...questions);
      return waitId;
    },
  });
  const answer = (given: Partial<QuestionAnswer["answers"][number]>) => {
    const whole = { answers: [{ selected: [], text: "", isSkipped: false, ...given }] };
    for (const [callId, { waitId }] of waits) waits.set(callId, { waitId, answer: whole });
  };
  return { asked, answer, ...(await createToolBench(family, options)) };
}

test("a request pauses the task, and asking again changes nothing until the answer is there", async () => {
  const { call, dispatch, answer, asked } = await bench();
  const input = { question: "Which year?" };
  expect(await call("request_input", input)).toMatchObject({ status: "pending", waitingFor: "person" });
  const id = "call-0" as CallId;
  expect(await dispatch("request_input", input, id)).toMatchObject({ status: "pending", waitId: "wait-1" });
  expect(asked).toHaveLength(1);
  answer({ text: " 2025 " });
  expect(resultText((await dispatch("request_input", input, id)) as SettledResult)).toBe(
    "The person replied:\n2025",
  );
});

test.each([{ isSkipped: true, text: "x" }, { text: "  " }])(
  "an answer that says nothing is told: %j",
  async (given) => {
    const { call, dispatch, answer } = await bench();
    await call("request_input", { question: "Which year?" });
    answer(given);
    const result = await dispatch("request_input", { question: "Which year?" }, "call-0" as CallId);
    expect(resultText(result as SettledResult)).toContain("No input was given");
  },
);

test("a task requests input three times, and refused calls count for nothing", async () => {
  const { call, asked } = await bench({ limits: { maxQuestions: 20 } });
  await call("request_input", { question: " " });
  for (let number = 1; number <= MOST_REQUESTS; number += 1)
    expect(await call("request_input", { question: `Question ${number}` })).toMatchObject({
      status: "pending",
    });
  expect(await call("request_input", { question: "One more" })).toMatchObject({ code: "limit_reached" });
  expect(asked).toHaveLength(MOST_REQUESTS);
});

test("an agent that may ask people nothing requests no input either", async () => {
  const { call } = await bench({ limits: { maxQuestions: 0 } });
  expect(await call("request_input", { question: "Which year?" })).toMatchObject({ code: "limit_reached" });
});

test("requests count among the agent's questions", async () => {
  const { call } = await bench({ limits: { maxQuestions: 1 } });
  await call("request_input", { question: "Which year?" });
  expect(await call("ask_user", { questions: [{ question: "And?" }] })).toMatchObject({
    code: "limit_reached",
  });
});
