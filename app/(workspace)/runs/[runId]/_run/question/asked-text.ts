import { questionLine } from "@/app/_ui/question-line.ts";
import type { QuestionView } from "../view/run-view.ts";

/** What is asked for, in a few words: the tool that may run or not, or the label of the question. */
export function askedText({ approval, questions: [first] }: QuestionView): string {
  if (approval) return approval.tool;
  return first?.header || questionLine(first) || "A question";
}
