"use client";

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
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
import { Kbd } from "./kbd.tsx";
import { QuestionBody } from "./question-body.tsx";
import { questionKeyAction } from "./question-keys.ts";
import { questionLine } from "./question-line.ts";
import { type FormFocus, useFormFocus } from "./use-form-focus.ts";
import { useSingleKeys } from "./use-single-keys.ts";

interface QuestionFormProps {
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
  questions,
  onAnswer,
  isBusy = false,
  focus,
  isCompact = false,
}: QuestionFormProps) {
  const answering = useAnswering({ questions, onAnswer, isBusy });
  const form = useRef<HTMLFormElement>(null);
  const onFormKey = useFormFocus(form, focus);
  useFocusOnNext(form, answering.step);
  const onOwn = () => requestAnimationFrame(() => form.current?.querySelector("textarea")?.focus());
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

function useAnswering({
  questions,
  onAnswer,
  isBusy,
}: Pick<QuestionFormProps, "questions" | "onAnswer"> & { readonly isBusy: boolean }): Answering {
  const [answers, setAnswers] = useState<Answers>([]);
  const [draft, setDraft] = useState<AnswerDraft>(emptyDraft);
  const question = questions[answers.length];
  const canSend = question !== undefined && isAnswered(question, draft);
  const give = (answer: Answers[number]) => {
    if (isBusy) return;
    const all = [...answers, answer];
    if (all.length === questions.length) {
      onAnswer({ answers: all });
      return;
    }
    setAnswers(all);
    setDraft(emptyDraft);
  };
  return {
    question,
    step: answers.length,
    draft,
    setDraft,
    canSend,
    isWriting: draft.isOwn || question?.options.length === 0,
    send: () => {
      if (question && canSend) give(toAnswer(question, draft));
    },
    skip: () => give(skippedAnswer),
    goBack: () => {
      setAnswers(answers.slice(0, -1));
      setDraft(emptyDraft);
    },
  };
}

/** Puts the focus on the first control of every further question. */
function useFocusOnNext(form: RefObject<HTMLFormElement | null>, step: number): void {
  useEffect(() => {
    if (step > 0) form.current?.querySelector<HTMLElement>("input, textarea")?.focus();
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
