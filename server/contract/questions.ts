import { z } from "zod";
import { OPTION_VARIANTS, type OptionVariant } from "./option-variant.ts";
import { storable } from "./storable.ts";

/** As long as a task may be: what is given to a person's seat is a question as it stands. */
export const MOST_QUESTION_CHARACTERS = 100_000;

const MOST_REPEATED_CHARACTERS = 1_000;

/** A question as its answer repeats it for the agent, which has the whole in its own call. */
export function repeatedQuestion(question: string): string {
  if (question.length <= MOST_REPEATED_CHARACTERS) return question;
  return `${question.slice(0, MOST_REPEATED_CHARACTERS - 1).trimEnd()}…`;
}

/** Whether all are still different as they are kept: an answer names its option by its label alone. */
export function areDistinct(texts: readonly string[]): boolean {
  return new Set(texts.map(storable)).size === texts.length;
}

/** What `ask_user` takes and what a person answers; the same form serves the run page, the inbox and the terminal. */
export const questionSchema = z.object({
  question: z.string().min(1).max(MOST_QUESTION_CHARACTERS).describe("The question, complete and specific"),
  header: z.string().max(40).default("").describe("A label of one to three words"),
  multiSelect: z.boolean().default(false).describe("Whether several options may be chosen"),
  options: z
    .array(z.object({ label: z.string().min(1).max(100), description: z.string().max(500).default("") }))
    .max(4)
    .refine(
      (options) => areDistinct(options.map(({ label }) => label)),
      "two options have the same label: give each a label of its own",
    )
    .default([])
    .describe(
      "Two to four choices; leave empty for a free answer. The person can always answer in their own words",
    ),
});

export const questionAnswerSchema = z.object({
  /** One entry per question, in order. */
  answers: z
    .array(
      z.object({
        selected: z.array(z.string().max(100)).max(10).default([]),
        text: z.string().max(10_000).default(""),
        isSkipped: z.boolean().default(false),
      }),
    )
    .max(4),
});

/** How an option is shown: only its look, and a word for those who do not see it. */
export const optionVariantSchema = z.enum(OPTION_VARIANTS);

type AskedByModel = z.output<typeof questionSchema>;

/** Absent `variant`: default, as with every option of `ask_user`. */
type QuestionOption = AskedByModel["options"][number] & { readonly variant?: OptionVariant };

/** A question as it is kept and shown. `prompt_human` may give up to ten options, and say what to know before answering. */
export type Question = Omit<AskedByModel, "options"> & {
  readonly description?: string;
  readonly options: readonly QuestionOption[];
};

export type QuestionAnswer = z.output<typeof questionAnswerSchema>;
