import { z } from "zod";
import {
  areDistinct,
  optionVariantSchema,
  type Question,
  type QuestionAnswer,
} from "../../../contract/questions.ts";
import { okText, type ToolResult, toolError } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool, ToolContext } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import { PROMPT_HUMAN } from "./asked-before.ts";
import { overLimit } from "./over-limit.ts";
import type { QuestionBook } from "./question-book.ts";

const option = z.object({
  label: z.string().trim().min(1).max(100).describe("What the person reads"),
  value: z.string().min(1).max(200).describe("What you get when it is chosen"),
  description: z.string().max(500).default(""),
  variant: optionVariantSchema
    .default("default")
    .describe("How it looks; destructive for what cannot be undone"),
});

const inputSchema = z.object({
  prompt_type: z.enum(["confirm", "select", "multi_select", "text"]),
  question: z.string().trim().min(1).max(500),
  description: z.string().max(1_000).default("").describe("What the person should know to answer"),
  options: z
    .array(option)
    .max(10)
    .default([])
    .describe(
      "For select and multi_select: two to ten; for confirm none, or the yes and the no in your words",
    ),
});

type Prompt = z.output<typeof inputSchema>;

const CONFIRM: Prompt["options"] = [
  { label: "Yes", value: "yes", description: "", variant: "default" },
  { label: "No", value: "no", description: "", variant: "default" },
];

/** `prompt_human`: one question with a fixed kind of answer. Parks the session as `ask_user` does, under the same limit. */
export function promptHumanTool(book: QuestionBook): BoundTool {
  return defineTool({
    name: PROMPT_HUMAN,
    description:
      "Ask a person one question and wait: a yes or no (confirm), one of several (select), some of several (multi_select) or free text. Once a turn.",
    inputSchema: zodInput(inputSchema),
    origin: { kind: "builtin", id: "questions" },
    flags: { readOnly: false, concurrencySafe: false, destructive: false, idempotent: true },
    changes: "session",
    asksPeople: true,
    timeoutMs: null,
    async execute(prompt, context) {
      const asked = await book.find(context.sessionId, context.callId);
      if (asked?.answer) return toResult(prompt, asked.answer);
      if (asked) return { status: "pending", waitingFor: "person", waitId: asked.waitId };
      const refusal = checkOptions(prompt) ?? checkTurn(context) ?? overLimit(1, context);
      if (refusal) return refusal;
      return {
        status: "pending",
        waitingFor: "person",
        waitId: await book.ask(context, [toQuestion(prompt)]),
      };
    },
  });
}

const CHOICE = {
  allowed: [2, 3, 4, 5, 6, 7, 8, 9, 10],
  hint: "Give two to ten options, or use text.",
};

/** How many options each kind of prompt takes. */
const OPTION_COUNTS: Readonly<
  Record<Prompt["prompt_type"], { readonly allowed: readonly number[]; readonly hint: string }>
> = {
  confirm: { allowed: [0, 2], hint: "Leave them out, give a yes and a no, or use select." },
  select: CHOICE,
  multi_select: CHOICE,
  text: { allowed: [0], hint: "Leave them out, or use select." },
};

function checkOptions({ prompt_type, options }: Prompt): ToolResult | undefined {
  const { allowed, hint } = OPTION_COUNTS[prompt_type];
  if (!allowed.includes(options.length))
    return toolError(
      "invalid_input",
      `A ${prompt_type} prompt does not take ${options.length} options.`,
      hint,
    );
  const isTwice = (["label", "value"] as const).some((key) => !areDistinct(options.map((one) => one[key])));
  return isTwice ? toolError("invalid_input", "Two options have the same label or value.") : undefined;
}

function checkTurn({ messages, callId }: ToolContext): ToolResult | undefined {
  const turn = messages().findLast(
    (message) => message.role === "assistant" && message.calls.some((call) => call.callId === callId),
  );
  if (turn?.role !== "assistant") return undefined;
  const first = turn.calls.find(({ name }) => name === PROMPT_HUMAN);
  if (first === undefined || first.callId === callId) return undefined;
  return toolError(
    "limit_reached",
    "A person is prompted once a turn.",
    "Wait for the first answer, then ask again.",
  );
}

function optionsOf({ prompt_type, options }: Prompt): Prompt["options"] {
  return prompt_type === "confirm" && options.length === 0 ? CONFIRM : options;
}

function toQuestion(prompt: Prompt): Question {
  const { question, description, prompt_type } = prompt;
  return {
    question,
    ...(description === "" ? {} : { description }),
    header: "",
    multiSelect: prompt_type === "multi_select",
    options: optionsOf(prompt).map(({ label, description: told, variant }) => ({
      label,
      description: told,
      ...(variant === "default" ? {} : { variant }),
    })),
  };
}

function toResult(prompt: Prompt, answer: QuestionAnswer): ToolResult {
  const [given] = answer.answers;
  const chosen = optionsOf(prompt).filter(({ label }) => given?.selected.includes(label));
  const text = given?.text.trim() ?? "";
  if (given === undefined || given.isSkipped || (chosen.length === 0 && text === ""))
    return okText("The person gave no answer. Decide yourself and say what you assumed.", {
      values: [],
      text: "",
    });
  const values = chosen.map(({ value }) => value);
  const named = chosen.map(({ label, value }) => (label === value ? value : `${value} (${label})`));
  const lines = [
    ...(named.length === 0 ? [] : [`Chosen: ${named.join("; ")}`]),
    ...(text === "" ? [] : [`In their words: ${text}`]),
  ];
  return okText(`The person replied.\n${lines.join("\n")}`, { values, text });
}
