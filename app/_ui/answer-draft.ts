import type { Question, QuestionAnswer } from "@/server/contract/questions.ts";

/** What a person has chosen and written so far for one question. */
export interface AnswerDraft {
  readonly selected: readonly string[];
  /** Whether the answer in own words is chosen; always so where there are no options. */
  readonly isOwn: boolean;
  readonly text: string;
}

export const emptyDraft: AnswerDraft = { selected: [], isOwn: false, text: "" };

type OneAnswer = QuestionAnswer["answers"][number];

/** Chooses an option, or takes it back where several may be chosen. */
export function chooseOption(question: Question, draft: AnswerDraft, label: string): AnswerDraft {
  if (!question.multiSelect) return { ...draft, selected: [label], isOwn: false };
  const isChosen = draft.selected.includes(label);
  const selected = isChosen ? draft.selected.filter((other) => other !== label) : [...draft.selected, label];
  return { ...draft, selected };
}

/** Chooses the answer in own words; beside the options where several may be chosen. */
export function chooseOwn(question: Question, draft: AnswerDraft): AnswerDraft {
  if (question.multiSelect) return { ...draft, isOwn: !draft.isOwn };
  return { ...draft, selected: [], isOwn: true };
}

function writesOwn(question: Question, draft: AnswerDraft): boolean {
  return draft.isOwn || question.options.length === 0;
}

/** Whether there is something to send. */
export function isAnswered(question: Question, draft: AnswerDraft): boolean {
  return draft.selected.length > 0 || (writesOwn(question, draft) && draft.text.trim() !== "");
}

/** What is sent: options in the order in which they were offered, each once, whatever stands twice in an older question. */
export function toAnswer(question: Question, draft: AnswerDraft): OneAnswer {
  const labels = new Set(question.options.map((option) => option.label));
  const selected = [...labels].filter((label) => draft.selected.includes(label));
  return { selected, text: writesOwn(question, draft) ? draft.text.trim() : "", isSkipped: false };
}

export const skippedAnswer: OneAnswer = { selected: [], text: "", isSkipped: true };

/** An answer in one line, for lists and messages. */
export function answerText(answer: OneAnswer): string {
  if (answer.isSkipped) return "Skipped";
  return [...answer.selected, answer.text].filter((part) => part !== "").join(", ");
}
