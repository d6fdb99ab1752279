import { styleText } from "node:util";
import { checkbox, input, password, select } from "@inquirer/prompts";
import { variantWord } from "../contract/option-variant.ts";
import type { Question, QuestionAnswer } from "../contract/questions.ts";
import { type SecretRequest, secretValueSchema } from "../contract/secrets.ts";
import { toVisible, toVisibleName } from "../contract/visible-text.ts";
import { asBelow, asOne } from "./as-one.ts";

const OWN_WORDS = "In my own words";
const SKIP = "Skip";

type Answer = QuestionAnswer["answers"][number];

/** Puts an agent's questions to the person at the terminal, one after the other. Rejects when `signal` takes them back. */
export async function askOnTerminal(
  questions: readonly Question[],
  agent: string,
  signal: AbortSignal,
): Promise<QuestionAnswer> {
  const answers: Answer[] = [];
  for (const question of questions)
    answers.push(await askOne(question, toMessage(`${agent} asks: ${wholeText(question)}`), signal));
  return { answers };
}

/** An agent's words without anything that commands a terminal or looks like a line of OpenHive. */
function toMessage(text: string): string {
  return asOne(toVisible(text));
}

/** Standard output is for the run's answer alone. */
function promptContext(signal: AbortSignal) {
  return { signal, output: process.stderr };
}

function wholeText({ question, description }: Question): string {
  return description === undefined ? question : `${question} ${description}`;
}

async function askOne(question: Question, message: string, signal: AbortSignal): Promise<Answer> {
  if (question.options.length === 0) return freeAnswer(message, signal);
  const choices = question.options.map((option) => ({
    name: shownLabel(option),
    value: option.label,
    short: toVisibleName(option.label),
    description: asBelow(toVisible(option.description)),
  }));
  if (question.multiSelect) {
    const selected = await checkbox({ message, choices }, promptContext(signal));
    return selected.length > 0 ? { selected, text: "", isSkipped: false } : freeAnswer("Your answer", signal);
  }
  const others = [OWN_WORDS, SKIP].map((value) => ({ name: value, value }));
  const chosen = await select({ message, choices: [...choices, ...others] }, promptContext(signal));
  if (chosen === OWN_WORDS) return freeAnswer("Your answer", signal);
  return chosen === SKIP
    ? { selected: [], text: "", isSkipped: true }
    : { selected: [chosen], text: "", isSkipped: false };
}

/** The label, without anything that commands a terminal, in the look that the agent asked for, with its word: a terminal may show no colours. */
function shownLabel({ label: written, variant = "default" }: Question["options"][number]): string {
  const label = toVisibleName(written);
  const word = variantWord(variant);
  return word === undefined
    ? label
    : styleText(INKS[variant], `${label} (${word})`, { stream: process.stderr });
}

const INKS = {
  default: "reset",
  primary: "bold",
  success: "green",
  warning: "yellow",
  destructive: "red",
} as const;

async function freeAnswer(message: string, signal: AbortSignal): Promise<Answer> {
  const text = (await input({ message: `${message} (empty to skip)` }, promptContext(signal))).trim();
  return { selected: [], text, isSkipped: text === "" };
}

/** Asks for a secret without showing what is typed. Empty when the person declines. Rejects when `signal` takes it back. */
export function askSecret(
  { name, description, tools, hosts }: SecretRequest,
  agent: string,
  signal: AbortSignal,
): Promise<string> {
  const told = description === "" ? "" : ` ${description}`;
  const places = `for ${tools.join(", ") || "no tool"}, to ${hosts.join(", ") || "no host"}`;
  const message = toMessage(
    `${agent} needs the secret ${name} (${places}).${told} Its value goes into the vault (empty to decline)`,
  );
  const validate = (value: string): string | true => {
    const parsed = secretValueSchema.safeParse(value);
    return value === "" || parsed.success ? true : (parsed.error.issues[0]?.message ?? "Not valid");
  };
  return password({ message, mask: "*", validate }, promptContext(signal));
}
