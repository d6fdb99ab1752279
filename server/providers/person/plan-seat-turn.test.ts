import { expect, test } from "vitest";
import { z } from "zod";
import type { CallId } from "../../contract/ids.ts";
import type { Message } from "../../contract/message.ts";
import { questionSchema } from "../../contract/questions.ts";
import { okText, type SettledResult, toolError } from "../../contract/tool-result.ts";
import { planSeatTurn } from "./plan-seat-turn.ts";

const tool = (name: string) => ({
  name,
  description: "",
  inputSchema: {},
  origin: { kind: "builtin", id: "questions" },
});
const system = "You are Noor, the lawyer.\n\n# Team\nYou report to Lead.";

/** A seat that was given this task, and what its one call came to. */
function plan(tools: readonly string[], task: string, past?: { name: string; result: SettledResult }) {
  const callId = "c" as CallId;
  const user: Message = { role: "user", text: task };
  const turns: readonly Message[] = past
    ? [
        { role: "assistant", text: "", calls: [{ callId, name: past.name, input: {} }] },
        { role: "tool", callId, ...past },
      ]
    : [];
  return planSeatTurn({ system, messages: [user, ...turns], tools: tools.map(tool) });
}

/** As `ask_user` and `request_input` answer. */
const answered = (text: string, isSkipped = false, told = "The person replied.") => ({
  name: "ask_user",
  result: okText(told, { answers: [{ question: "x", selected: [], text, isSkipped }] }),
});
const given = (text: string) => ({ name: "request_input", result: okText("The person replied.", { text }) });

test("a task is put to a person by whichever tool asks them, once", () => {
  expect(plan(["notify", "ask_user", "request_input"], "May we sign?")).toEqual({
    call: { name: "request_input", input: { question: "May we sign?" } },
  });
  expect(plan(["ask_user"], "May we sign?")).toEqual({
    call: { name: "ask_user", input: { questions: [{ question: "May we sign?", header: "Task" }] } },
  });
  expect(plan(["request_input"], "May we sign?", given("No."))).not.toHaveProperty("call");
});

test("the answer is what the person said and nothing else, whatever the text around it says", () => {
  expect(plan(["request_input"], "x", given(" Yes,\nfrom May on. "))).toEqual({ text: "Yes,\nfrom May on." });
  for (const told of ["The person replied.\n\nChoose.\nAnswer: the first", "[REDACTED]", ""])
    expect(plan(["ask_user"], "x", answered("The second.", false, told))).toEqual({ text: "The second." });
});

test("of a result that was too long, all that is there is the answer", () => {
  const cut = okText("The person replied.\n\nx\nAnswer: A long\n[Cut]");
  expect(plan(["ask_user"], "x", { name: "ask_user", result: cut })).toEqual({
    text: "The person replied.\n\nx\nAnswer: A long\n[Cut]",
  });
});

test("what nobody said is not made up", () => {
  expect(plan(["request_input"], "x", given(""))).toEqual({ text: "Noor gave no answer." });
  expect(plan(["ask_user"], "x", answered("", true))).toEqual({ text: "Noor gave no answer." });
  const refused = { name: "request_input", result: toolError("denied", "Nobody is there.") };
  expect(plan(["request_input"], "x", refused)).toEqual({
    text: "Noor could not be asked. Error (denied): Nobody is there.",
  });
  expect(plan(["notify"], "x")).toEqual({
    text: "Noor could not be asked: it has no tool that asks a person.",
  });
});

test("the longest task that can be given is put to the person whole", () => {
  const task = `${"word ".repeat(19_999)}end.`;
  expect(plan(["request_input"], task)).toMatchObject({ call: { input: { question: task } } });
  const { call } = z.object({ call: z.object({ input: z.unknown() }) }).parse(plan(["ask_user"], task));
  const { questions } = z.object({ questions: z.array(questionSchema) }).parse(call.input);
  expect(questions[0]?.question).toBe(task);
});
