"use client";

import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import type { Question, QuestionAnswer } from "@/server/contract/questions.ts";
import {
  type AnswerDraft,
  chooseOption,
  chooseOwn,
  emptyDraft,
  isAnswered,
  skippedAnswer,
  toAnswer,
} from "./answer-draft.ts";
import { Button } from "./button.tsx";
import { focusAtEnd } from "./focus-at-end.ts";
import { Kbd } from "./kbd.tsx";
import { QuestionBody } from "./question-body.tsx";
import { questionKeyAction } from "./question-keys.ts";
import { questionLine } from "./question-line.ts";
import { type FormFocus, useFormFocus } from "./use-form-focus.ts";
import { usePageMemory } from "./use-page-memory.ts";
import { useSingleKeys } from "./use-single-keys.ts";
import { type QuestionsDraft, questionsDrafts } from "./wait-drafts.ts";

interface QuestionFormProps {
  /** Under which what was begun is found again, wherever the form is drawn anew. */
  readonly waitId: string;
  readonly questions: readonly Question[];
  /** Called once, with an entry for every question. */
  readonly onAnswer: (answer: QuestionAnswer) => void;
  /** While the answer is on its way: nothing can be sent twice. */
  readonly isBusy?: boolean;
  /** Takes the focus when it appears: only where the reader asked for it. */
  readonly focus?: FormFocus | undefined;
  /** In a card or transcript: 13 px and tighter. */
  readonly isCompact?: boolean;
}

/**
 * The form of `ask_user`: options, several where allowed, own words, skip; one question at a time.
 * Keys act only while the focus is inside: numbers choose, Enter answers or begins to write, S skips.
 */
export function QuestionForm({
  waitId,
  questions,
  onAnswer,
  isBusy = false,
  focus,
  isCompact = false,
}: QuestionFormProps) {
  const answering = useAnswering({ waitId, questions, onAnswer, isBusy });
  const form = useRef<HTMLFormElement>(null);
  const onFormKey = useFormFocus(form, focus);
  useFocusOnNext(form, answering.step);
  const onOwn = () => requestAnimationFrame(() => focusAtEnd(form.current?.querySelector("textarea")));
  const onKeyDown = useFormKeys(answering, onOwn);
  const { question, step } = answering;
  if (!question) return null;
  return (
    <form
      ref={form}
      tabIndex={-1}
      aria-label={questionLine(question)}
      aria-description={question.options.length === 0 ? "Enter begins to write" : undefined}
      // What is not typed into a field or on a choice answers nothing.
      onKeyDown={(event) => (event.target === event.currentTarget ? onFormKey : onKeyDown)(event)}
      onSubmit={(event) => {
        event.preventDefault();
        answering.send();
      }}
      className="group/form flex flex-col rounded-3 -outline-offset-2"
    >
      <QuestionBody
        key={step}
        question={question}
        draft={answering.draft}
        setDraft={answering.setDraft}
        onOwn={onOwn}
        isCompact={isCompact}
        place={questions.length > 1 ? `${step + 1} of ${questions.length}` : undefined}
      />
      <FormButtons
        answering={answering}
        isBusy={isBusy}
        isCompact={isCompact}
        hasNext={step + 1 < questions.length}
      />
    </form>
  );
}

interface FormButtonsProps {
  readonly answering: Answering;
  readonly isBusy: boolean;
  readonly isCompact: boolean;
  readonly hasNext: boolean;
}

function FormButtons({ answering, isBusy, isCompact, hasNext }: FormButtonsProps) {
  const size = isCompact ? 28 : 32;
  return (
    <div className="flex flex-wrap items-center gap-2 border-t bg-surface-2 px-3.5 py-2.5">
      <Button type="submit" size={size} variant="primary" disabled={isBusy || !answering.canSend}>
        {hasNext ? "Next" : "Answer"}
        {answering.isWriting ? null : (
          <span className="pointer-coarse:hidden">
            <Kbd isInverted>⏎</Kbd>
          </span>
        )}
      </Button>
      <Button size={size} variant="ghost" onClick={answering.skip} disabled={isBusy}>
        Skip
      </Button>
      {answering.step > 0 ? (
        <Button size={size} variant="ghost" onClick={answering.goBack} disabled={isBusy}>
          Back
        </Button>
      ) : null}
      {isCompact ? null : (
        <span className="ml-auto text-12 text-text-3">
          {isBusy ? "Sending" : "The first answer counts, also from another tab"}
        </span>
      )}
    </div>
  );
}

type Answers = QuestionAnswer["answers"];

interface Answering {
  /** Undefined when there is nothing to ask. */
  readonly question: Question | undefined;
  /** Which question is shown, from 0. */
  readonly step: number;
  readonly draft: AnswerDraft;
  readonly setDraft: (draft: AnswerDraft) => void;
  readonly canSend: boolean;
  /** Whether the answer is given in own words. */
  readonly isWriting: boolean;
  readonly send: () => void;
  readonly skip: () => void;
  readonly goBack: () => void;
}

const NOT_BEGUN: QuestionsDraft = { answers: [], drafts: {} };

type AnsweringProps = Pick<QuestionFormProps, "waitId" | "questions" | "onAnswer"> & {
  readonly isBusy: boolean;
};

function useAnswering({ waitId, questions, onAnswer, isBusy }: AnsweringProps): Answering {
  const [begun = NOT_BEGUN, keep] = usePageMemory(questionsDrafts, waitId);
  const { answers, drafts } = begun;
  const step = answers.length;
  const question = questions[step];
  const draft = drafts[step] ?? emptyDraft;
  const canSend = question !== undefined && isAnswered(question, draft);
  const give = (answer: Answers[number]) => {
    if (isBusy) return;
    const all = [...answers, answer];
    if (all.length === questions.length) onAnswer({ answers: all });
    else keep({ answers: all, drafts });
  };
  return {
    question,
    step,
    draft,
    setDraft: (next) => keep({ answers, drafts: { ...drafts, [step]: next } }),
    canSend,
    isWriting: draft.isOwn || question?.options.length === 0,
    send: () => {
      if (question && canSend) give(toAnswer(question, draft));
    },
    skip: () => give(skippedAnswer),
    goBack: () => keep({ answers: answers.slice(0, -1), drafts }),
  };
}

/** Puts the focus on the first control of every further question; not where a form that was begun is drawn again. */
function useFocusOnNext(form: RefObject<HTMLFormElement | null>, step: number): void {
  const drawn = useRef(step);
  useEffect(() => {
    if (step > 0 && step !== drawn.current)
      focusAtEnd(form.current?.querySelector<HTMLElement>("input, textarea"));
    drawn.current = step;
  }, [form, step]);
}

function useFormKeys({ question, draft, setDraft, send, skip }: Answering, onOwn: () => void) {
  const hasSingleKeys = useSingleKeys();
  const choose = (index: number) => {
    if (!question) return;
    const option = question.options[index];
    if (option) setDraft(chooseOption(question, draft, option.label));
    else if (question.options.length > 0 && index === question.options.length) {
      setDraft(chooseOwn(question, draft));
      onOwn();
    }
  };
  return (event: KeyboardEvent<HTMLFormElement>) => {
    const action = questionKeyAction({
      key: event.key,
      isModified: event.ctrlKey || event.metaKey || event.altKey,
      isWriting: event.target instanceof HTMLTextAreaElement,
      isChoosing: event.target instanceof HTMLInputElement,
      hasSingleKeys,
    });
    if (!action) return;
    event.preventDefault();
    if (action.kind === "send") send();
    else if (action.kind === "skip") skip();
    else choose(action.index);
  };
}
