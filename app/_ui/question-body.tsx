"use client";

import { useId } from "react";
import type { Question } from "@/server/contract/questions.ts";
import { type AnswerDraft, chooseOption, chooseOwn } from "./answer-draft.ts";
import { classNames } from "./class-names.ts";
import { Kbd, Keys } from "./kbd.tsx";
import { isLongQuestion, LongQuestion } from "./long-question.tsx";
import { QuestionChoice } from "./question-choice.tsx";
import { rowsHeight } from "./rows-height.ts";

interface QuestionBodyProps {
  readonly question: Question;
  readonly draft: AnswerDraft;
  readonly setDraft: (draft: AnswerDraft) => void;
  /** Called when a person pointed at the answer in own words. */
  readonly onOwn: () => void;
  readonly isCompact: boolean;
  /** "1 of 2", where there are several. */
  readonly place: string | undefined;
}

/** One question with its choices and the field for own words. */
export function QuestionBody({ question, draft, setDraft, onOwn, isCompact, place }: QuestionBodyProps) {
  const id = useId();
  const hasOptions = question.options.length > 0;
  const type = question.multiSelect ? "checkbox" : "radio";
  return (
    <fieldset className="flex min-w-0 flex-col">
      <QuestionLegend question={question} isCompact={isCompact} place={place} />
      {question.options.map((option, index) => (
        <QuestionChoice
          key={option.label}
          group={id}
          type={type}
          isChosen={draft.selected.includes(option.label)}
          onChoose={() => setDraft(chooseOption(question, draft, option.label))}
          label={option.label}
          hint={option.description}
          variant={option.variant}
          number={index + 1}
        />
      ))}
      {hasOptions ? (
        <QuestionChoice
          group={id}
          type={type}
          isChosen={draft.isOwn}
          onChoose={() => setDraft(chooseOwn(question, draft))}
          onPoint={onOwn}
          label="Something else"
          hint="Write your own answer"
          number={question.options.length + 1}
        />
      ) : null}
      {draft.isOwn || !hasOptions ? (
        <OwnWords
          text={draft.text}
          onChange={(text) => setDraft({ ...draft, text })}
          rows={isCompact ? 2 : 3}
          className={hasOptions ? "pl-[42px]" : ""}
        />
      ) : null}
    </fieldset>
  );
}

type QuestionLegendProps = Pick<QuestionBodyProps, "question" | "isCompact" | "place">;

function QuestionLegend({ question, isCompact, place }: QuestionLegendProps) {
  const caption = [question.header, place].filter(Boolean).join(", ");
  if (isLongQuestion(question.question)) {
    return (
      <>
        <legend dir="auto" className="w-full px-3.5 pt-3 pb-1.5 text-13 font-semibold">
          {caption || "Question"}
        </legend>
        <div className="px-3.5 pb-3">
          <LongQuestion text={question.question} isCompact={isCompact} />
          <Notes question={question} />
        </div>
      </>
    );
  }
  return (
    <legend className={classNames("w-full px-3.5 pt-3", isCompact ? "pb-2" : "pb-3")}>
      {caption ? (
        <span dir="auto" className="block text-12 font-normal text-text-3">
          {caption}
        </span>
      ) : null}
      <span
        dir="auto"
        className={classNames(
          "block font-semibold whitespace-pre-line wrap-anywhere",
          isCompact ? "text-13" : "text-16",
        )}
      >
        {question.question}
      </span>
      <Notes question={question} />
    </legend>
  );
}

/** What to know before answering. */
function Notes({ question }: Pick<QuestionBodyProps, "question">) {
  return (
    <>
      {question.description ? (
        <span
          dir="auto"
          className="mt-0.5 block text-13 font-normal whitespace-pre-wrap text-text-2 wrap-anywhere"
        >
          {question.description}
        </span>
      ) : null}
      {question.multiSelect ? (
        <span className="block text-12 font-normal text-text-3">Choose one or more</span>
      ) : null}
    </>
  );
}

interface OwnWordsProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly rows: number;
  readonly className: string;
}

function OwnWords({ text, onChange, rows, className }: OwnWordsProps) {
  return (
    <div className={classNames("px-3.5 pb-3", className)}>
      <textarea
        dir="auto"
        aria-label="Your answer"
        rows={rows}
        style={{ minHeight: rowsHeight(rows) }}
        value={text}
        maxLength={10_000}
        onChange={(event) => onChange(event.target.value)}
        className="field-sizing-content max-h-60 w-full resize-y rounded-2 border border-control bg-surface px-2.5 py-1.5 pointer-coarse:text-16"
      />
      <p className="mt-1 flex items-center gap-1.5 text-11 text-text-3 pointer-coarse:hidden">
        <span className="mr-1.5 hidden items-center gap-1.5 group-focus/form:flex">
          <Kbd>⏎</Kbd> writes
        </span>
        <Keys keys={["Mod", "⏎"]} /> answers
      </p>
    </div>
  );
}
