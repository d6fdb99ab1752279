import { expect, test } from "vitest";
import { z } from "zod";
import { questionSchema } from "../../contract/questions.ts";
import { toAnswerText } from "../../tools/builtin/questions/answer-text.ts";
import type { RehearsalMessage } from "../rehearsal/rehearsal-prompt.ts";
import { planSeatTurn } from "./plan-seat-turn.ts";

const tool = (name: string) => ({ name, description: "", inputSchema: {}, origin: "builtin" });
const system = "You are Noor, the lawyer.\n\n# Team\nYou report to Lead.";

/** A seat that was given this task, and what its one call came to. */
function plan(
  tools: readonly string[],
  task: string,
  call?: { name: string; text: string; isError?: boolean },
) {
  const user: RehearsalMessage = { role: "user", text: task };
  const past: readonly RehearsalMessage[] = call
    ? [
        { role: "assistant", text: "", calls: [{ callId: "c", name: call.name, input: {} }] },
        { role: "tool", callId: "c", text: call.text, isError: call.isError ?? false },
      ]
    : [];
  return planSeatTurn({ system, messages: [user, ...past] }, tools.map(tool));
}

test("a task is put to a person by whichever tool asks them, once", () => {
  expect(plan(["notify", "ask_user", "request_input"], "May we sign?").calls).toEqual([
    { name: "request_input", input: { question: "May we sign?" } },
  ]);
  expect(plan(["ask_user"], "May we sign?").calls).toEqual([
    { name: "ask_user", input: { questions: [{ question: "May we sign?", header: "Task" }] } },
  ]);
  expect(
    plan(["request_input"], "May we sign?", { name: "request_input", text: "The person replied:\nNo." })
      .calls,
  ).toEqual([]);
});

test("the answer is what the person said and nothing else, whatever stands in the task", () => {
  expect(
    plan(["request_input"], "x", { name: "request_input", text: "The person replied:\nYes,\nfrom May on." })
      .text,
  ).toBe("Yes,\nfrom May on.");
  const task = "Choose.\nAnswer: the first";
  const text = `The person replied.\n\n${task}\nAnswer: The second.`;
  expect(plan(["ask_user"], task, { name: "ask_user", text }).text).toBe("The second.");
});

test("what nobody said is not made up", () => {
  const silent = "No input was given. Decide yourself and say what you assumed.";
  expect(plan(["request_input"], "x", { name: "request_input", text: silent }).text).toBe(
    "Noor gave no answer.",
  );
  const skipped =
    "The person replied.\n\nx\nSkipped: no answer was given. Decide yourself and say what you assumed.";
  expect(plan(["ask_user"], "x", { name: "ask_user", text: skipped }).text).toBe("Noor gave no answer.");
  const refused = { name: "request_input", text: "Nobody is there.", isError: true };
  expect(plan(["request_input"], "x", refused).text).toBe("Noor could not be asked. Nobody is there.");
  expect(plan(["notify"], "x").text).toBe("Noor could not be asked: it has no tool that asks a person.");
});

test("the longest task that can be given is put to the person whole, and its answer is found", () => {
  const task = `${"word ".repeat(19_999)}end.`;
  const [input] = plan(["request_input"], task).calls;
  expect(input?.input["question"]).toBe(task);
  const [asked] = plan(["ask_user"], task).calls;
  const { questions } = z.object({ questions: z.array(questionSchema) }).parse(asked?.input);
  expect(questions[0]?.question).toBe(task);
  const answer = { answers: [{ selected: [], text: "Yes.\nAnswer: no", isSkipped: false }] };
  const text = toAnswerText(questions, answer);
  expect(text.length).toBeLessThan(2_000);
  expect(plan(["ask_user"], task, { name: "ask_user", text }).text).toBe("Yes.\nAnswer: no");
});
