import { z } from "zod";
import type { Json } from "../../contract/json.ts";
import type { Message, ToolMessage } from "../../contract/message.ts";
import { resultText } from "../../contract/tool-result.ts";
import type { ModelRequest } from "../../engine/ports.ts";
import { agentNameIn } from "../agent-name.ts";

/** What a seat says, or the call with which it asks first. */
export type SeatTurn =
  | { readonly text: string }
  | { readonly call: { readonly name: string; readonly input: Json } };

interface Asking {
  readonly tool: string;
  toInput(question: string): Json;
  /** What the person said, out of the result's data: its text repeats a question that may say anything. */
  readonly reply: z.ZodType<string>;
}

/** Of a task that was handed down, then of one that came from people. */
const WAYS: readonly Asking[] = [
  {
    tool: "request_input",
    toInput: (question) => ({ question }),
    reply: z.object({ text: z.string() }).transform(({ text }) => text),
  },
  {
    tool: "ask_user",
    toInput: (question) => ({ questions: [{ question, header: "Task" }] }),
    reply: z
      .object({ answers: z.tuple([z.object({ text: z.string(), isSkipped: z.boolean() })]) })
      .transform(({ answers: [given] }) => (given.isSkipped ? "" : given.text)),
  },
];

/**
 * A person's seat: what it is given is put to people, and what they say is its answer. Nothing is made up: where nobody can be asked
 * or nobody says anything, the answer says so.
 */
export function planSeatTurn({
  system,
  messages,
  tools,
}: Pick<ModelRequest, "system" | "messages" | "tools">): SeatTurn {
  const name = agentNameIn(system);
  const asked = messages.filter((message) => message.role === "tool");
  for (const way of WAYS) {
    const answered = asked.find((message) => message.name === way.tool);
    if (answered) return { text: toAnswer(answered, way, name) };
  }
  const way = WAYS.find(({ tool }) => tools.some((one) => one.name === tool));
  return way
    ? { call: { name: way.tool, input: way.toInput(questionIn(messages)) } }
    : { text: `${name} could not be asked: it has no tool that asks a person.` };
}

function questionIn(messages: readonly Message[]): string {
  const task = messages.find((message) => message.role === "user")?.text ?? "";
  return task.trim() || "What is your answer?";
}

function toAnswer({ result }: ToolMessage, { reply }: Asking, name: string): string {
  if (result.status === "error") return `${name} could not be asked. ${resultText(result)}`;
  // A result that was too long has its text alone, cut, with where the rest is.
  if (result.data === undefined) return resultText(result);
  return reply.safeParse(result.data).data?.trim() || `${name} gave no answer.`;
}
