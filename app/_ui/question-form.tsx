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
import { useSingleKeys } from "./use-single-keys.ts";

interface QuestionFormProps {
  readonly questions: readonly Question[];
  /** Called once, with an entry for every question. */
  readonly onAnswer: (answer: QuestionAnswer) => void;
  /** While the answer is on its way: nothing can be sent twice. */
  readonly isBusy?: boolean;
  /** Takes the focus when it appears: only where the reader asked for it. */
  readonly isFocused?: boolean;
  /** In a card or transcript: 13 px and tighter. */
  readonly isCompact?: boolean;
}

type Answers = QuestionAnswer["answers"];

/**
 * The form of `ask_user`: options, several where allowed, own words, skip; one question at a time.
 * Keys act only while the focus is inside: numbers choose, Enter answers, S skips.
 */
export function QuestionForm({
  questions,
  onAnswer,
  isBusy = false,
  isFocused = false,
  isCompact = false,
}: QuestionFormProps) {
  const [answers, setAnswers] = useState<Answers>([]);
  const [draft, setDraft] = useState<AnswerDraft>(emptyDraft);
  const form = useRef<HTMLFormElement>(null);
  const question = questions[answers.length];
  useFocusOnStart(form, isFocused, answers.length);

  const give = (answer: Answers[number]) => {
    const all = [...answers, answer];
    if (all.length === questions.length) {
      onAnswer({ answers: all });
      return;
    }
    setAnswers(all);
    setDraft(emptyDraft);
  };
  const send = () => {
    if (question && !isBusy && isAnswered(question, draft)) give(toAnswer(question, draft));
  };
  const skip = () => {
    if (!isBusy) give(skippedAnswer);
  };
  const focusOwn = () => requestAnimationFrame(() => form.current?.querySelector("textarea")?.focus());
  const onKeyDown = useFormKeys({ question, draft, setDraft, send, skip, onOwn: focusOwn });
  if (!question) return null;

  return (
    <form
      ref={form}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="flex flex-col"
    >
      <QuestionBody
        key={answers.length}
        question={question}
        draft={draft}
        setDraft={setDraft}
        onOwn={focusOwn}
        isCompact={isCompact}
        place={questions.length > 1 ? `${answers.length + 1} of ${questions.length}` : undefined}
      />
      <div className="flex flex-wrap items-center gap-2 border-t bg-surface-2 px-3.5 py-2.5">
        <Button
          type="submit"
          size={isCompact ? 28 : 32}
          variant="primary"
          disabled={isBusy || !isAnswered(question, draft)}
        >
          {answers.length + 1 < questions.length ? "Next" : "Answer"}
          <span className="pointer-coarse:hidden">
            <Kbd isInverted>⏎</Kbd>
          </span>
        </Button>
        <Button size={isCompact ? 28 : 32} variant="ghost" onClick={skip} disabled={isBusy}>
          Skip
        </Button>
        {answers.length > 0 ? (
          <Button
            size={isCompact ? 28 : 32}
            variant="ghost"
            disabled={isBusy}
            onClick={() => {
              setAnswers(answers.slice(0, -1));
              setDraft(emptyDraft);
            }}
          >
            Back
          </Button>
        ) : null}
        {isCompact ? null : (
          <span className="ml-auto text-12 text-text-3">
            {isBusy ? "Sending" : "The first answer counts, also from another tab"}
          </span>
        )}
      </div>
    </form>
  );
}

/** Puts the focus on the first control, at the start and with every further question. */
function useFocusOnStart(form: RefObject<HTMLFormElement | null>, isFocused: boolean, step: number): void {
  useEffect(() => {
    if (isFocused || step > 0) form.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  }, [form, isFocused, step]);
}

interface FormKeys {
  readonly question: Question | undefined;
  readonly draft: AnswerDraft;
  readonly setDraft: (draft: AnswerDraft) => void;
  readonly send: () => void;
  readonly skip: () => void;
  readonly onOwn: () => void;
}

function useFormKeys({ question, draft, setDraft, send, skip, onOwn }: FormKeys) {
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
