"use client";

import { diffWordsWithSpace } from "diff";
import { useMemo, useState } from "react";
import { classNames } from "./class-names.ts";

interface WordDiffProps {
  readonly from: string;
  readonly to: string;
}

/** Longest texts, in characters, that are compared word by word: beyond that it takes too long. */
const LONGEST = 20_000;

/** A text that became another one, word by word: what went is struck out, what came is tinted. */
export function WordDiff({ from, to }: WordDiffProps) {
  const parts = useMemo(() => compare(from, to), [from, to]);
  let at = 0;
  return parts.map(({ value, added, removed }, place) => {
    at += value.length;
    const key = `${at} ${added} ${removed}`;
    if (added)
      return (
        // Apart from the word whose place it takes.
        <ins
          key={key}
          className={classNames(
            "rounded-1 bg-st-done-soft text-st-done no-underline",
            parts[place - 1]?.removed === true && "ms-1",
          )}
        >
          {value}
        </ins>
      );
    if (removed)
      return (
        <del key={key} className="rounded-1 bg-st-fail-soft text-st-fail">
          {value}
        </del>
      );
    return <SameText key={key} text={value} />;
  });
}

interface Part {
  readonly value: string;
  readonly added: boolean;
  readonly removed: boolean;
}

function compare(from: string, to: string): readonly Part[] {
  if (from.length + to.length <= LONGEST) return diffWordsWithSpace(from, to);
  return [
    { value: from, added: false, removed: true },
    { value: to, added: true, removed: false },
  ];
}

/** Lines that stay in sight on both sides of what changed. */
const NEAR = 3;

/** What did not change. Most of a long stretch is folded, so that changes are in sight. */
function SameText({ text }: { readonly text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const lines = text.split("\n");
  const folded = lines.length - 2 * NEAR;
  if (folded <= NEAR || isWhole) return text;
  return (
    <>
      {lines.slice(0, NEAR).join("\n")}
      <button
        type="button"
        onClick={() => setIsWhole(true)}
        className="my-1 block rounded-1 font-sans text-12 font-medium tracking-normal text-accent hover:underline pointer-coarse:h-11"
      >
        {folded} lines are the same
      </button>
      {lines.slice(-NEAR).join("\n")}
    </>
  );
}
