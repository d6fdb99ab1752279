import { repeatedQuestion } from "../../contract/questions.ts";
import { type PastCall, readSituation } from "../rehearsal/read-situation.ts";
import type {
  PlannedCall,
  RehearsalPrompt,
  RehearsalTool,
  RehearsalTurn,
} from "../rehearsal/rehearsal-prompt.ts";

interface Asking {
  readonly tool: string;
  toInput(question: string): PlannedCall["input"];
  /** What the person said, out of the tool's result; undefined where they said nothing. */
  replyIn(text: string, question: string): string | undefined;
}

/** Of a task that was handed down, then of one that came from people. */
const WAYS: readonly Asking[] = [
  {
    tool: "request_input",
    toInput: (question) => ({ question }),
    replyIn: (text) => behind(text, "The person replied:\n"),
  },
  {
    tool: "ask_user",
    toInput: (question) => ({ questions: [{ question, header: "Task" }] }),
    replyIn: (text, question) => behind(text, `${repeatedQuestion(question)}\nAnswer: `),
  },
];

/**
 * A person's seat: what it is given is put to people, and what they say is its answer. Nothing is made up: where nobody can be asked
 * or nobody says anything, the answer says so.
 */
export function planSeatTurn(prompt: RehearsalPrompt, tools: readonly RehearsalTool[]): RehearsalTurn {
  const { name, task, past } = readSituation(prompt, tools);
  const question = task.trim() || "What is your answer?";
  const asked = past.at(0);
  if (asked) return { text: toAnswer(asked, name, question), calls: [] };
  const way = WAYS.find(({ tool }) => tools.some((one) => one.name === tool));
  return way
    ? { text: "", calls: [{ name: way.tool, input: way.toInput(question) }] }
    : { text: `${name} could not be asked: it has no tool that asks a person.`, calls: [] };
}

function toAnswer(asked: PastCall, name: string, question: string): string {
  if (asked.isError) return `${name} could not be asked. ${asked.text}`;
  const reply = WAYS.find(({ tool }) => tool === asked.name)?.replyIn(asked.text, question);
  return reply ?? `${name} gave no answer.`;
}

function behind(text: string, mark: string): string | undefined {
  const at = text.indexOf(mark);
  return at < 0 ? undefined : text.slice(at + mark.length).trim() || undefined;
}
