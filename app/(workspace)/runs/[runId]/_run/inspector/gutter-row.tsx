"use client";

import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import { classNames } from "@/app/_ui/class-names.ts";
import { formatCount } from "@/app/_ui/format-tokens.ts";
import { WordDiff } from "@/app/_ui/word-diff.tsx";
import { changeInks, changeTint } from "./change-mark.tsx";
import type { Change } from "./turn-change.ts";

interface GutterRowProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** Where it comes from. */
  readonly source: string;
  readonly text: string;
  /** What it was in the turn before, where it was another text. */
  readonly earlier?: string | undefined;
  /** Estimated. */
  readonly tokens: number;
  readonly change: Change;
}

const LINES = 14;

/** A text that was sent, with its origin and size in a gutter, word by word where it was another one. Long ones are folded, never cut. */
export function GutterRow(row: GutterRowProps) {
  return (
    <section
      aria-label={row.title}
      className={classNames(
        "grid grid-cols-[148px_minmax(0,1fr)] border-b max-md:grid-cols-1",
        changeTint(row.change),
      )}
    >
      <Gutter {...row} />
      <div
        dir="auto"
        className="mono min-w-0 px-4 py-2.5 text-12 leading-[18px] whitespace-pre-wrap wrap-anywhere max-md:px-5"
      >
        {row.earlier === undefined ? (
          <FoldedText text={row.text} />
        ) : (
          <WordDiff from={row.earlier} to={row.text} />
        )}
      </div>
    </section>
  );
}

const signs: Readonly<Record<Change, string>> = {
  same: "",
  added: "+ ",
  changed: "changed, ",
  removed: "− ",
};

function Gutter({ icon: Icon, title, source, tokens, change }: GutterRowProps) {
  return (
    <div className="min-w-0 px-5 py-2.5 max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-2 max-md:pb-0 md:border-r md:pr-3">
      <div className="flex min-w-0 items-center gap-1.5">
        <Icon className="size-3.5 text-text-2" />
        <h3 dir="auto" className="truncate text-13 font-medium" title={title}>
          {title}
        </h3>
      </div>
      <div className="truncate text-11 text-text-3">{source}</div>
      <div className={classNames("num text-11", changeInks[change])}>
        {signs[change]}
        {formatCount(tokens)}
      </div>
    </div>
  );
}

function FoldedText({ text }: { readonly text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const lines = text.split("\n");
  const rest = lines.length - LINES;
  const isFolded = rest > 1 && !isWhole;
  return (
    <>
      {isFolded ? lines.slice(0, LINES).join("\n") : text}
      {rest > 1 ? (
        <button
          type="button"
          onClick={() => setIsWhole(!isWhole)}
          className="mt-1 block rounded-1 font-sans text-12 font-medium tracking-normal text-accent hover:underline pointer-coarse:h-11"
        >
          {isFolded ? `${rest} more lines` : "Show less"}
        </button>
      ) : null}
    </>
  );
}
