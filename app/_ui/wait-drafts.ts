import type { GrantReach } from "@/server/contract/approval.ts";
import type { QuestionAnswer } from "@/server/contract/questions.ts";
import type { AnswerDraft } from "./answer-draft.ts";
import { createPageMemory } from "./page-memory.ts";

/** How far a person has come with the questions of one request. */
export interface QuestionsDraft {
  /** Of the questions before the one that is shown. */
  readonly answers: QuestionAnswer["answers"];
  /** What was chosen and written for each question, by its place: it is there again for whoever goes back. */
  readonly drafts: Readonly<Record<number, AnswerDraft>>;
}

/** What a person has prepared for an approval before deciding. */
export interface ApprovalDraft {
  readonly reason: string;
  readonly reach: GrantReach;
}

/** As many requests as anyone has begun to answer at the same time, and more. */
const MOST = 100;

/** Answers that were begun, by the id of their request: the same in the inbox and on the page of its run. Never a secret. */
export const questionsDrafts = createPageMemory<QuestionsDraft>(MOST);
export const approvalDrafts = createPageMemory<ApprovalDraft>(MOST);

/** A request was answered: nothing of what was typed for it is kept. */
export function forgetWaitDrafts(waitId: string): void {
  questionsDrafts.forget(waitId);
  approvalDrafts.forget(waitId);
}
