import { type Question, type QuestionAnswer, repeatedQuestion } from "../../../contract/questions.ts";

type SingleAnswer = QuestionAnswer["answers"][number];

/** A person's answers as the model reads them: each question again, with what was chosen, written or skipped. */
export function toAnswerText(questions: readonly Question[], answer: QuestionAnswer): string {
  const blocks = questions.map((question, index) => {
    const asked = repeatedQuestion(question.question);
    const head = questions.length === 1 ? asked : `${index + 1}. ${asked}`;
    return `${head}\n${toReply(answer.answers[index])}`;
  });
  return ["The person replied.", ...blocks].join("\n\n");
}

function toReply(answer: SingleAnswer | undefined): string {
  const text = answer?.text.trim() ?? "";
  const selected = answer?.selected ?? [];
  if (answer === undefined || answer.isSkipped || (text === "" && selected.length === 0)) {
    return "Skipped: no answer was given. Decide yourself and say what you assumed.";
  }
  const chosen = selected.length === 0 ? [] : [`Chosen: ${selected.join("; ")}`];
  const written = text === "" ? [] : [`${selected.length === 0 ? "Answer" : "In their words"}: ${text}`];
  return [...chosen, ...written].join("\n");
}
