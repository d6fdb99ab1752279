"use client";

import { Zap } from "lucide-react";
import { Chip } from "@/app/_ui/chip.tsx";
import { classNames } from "@/app/_ui/class-names.ts";
import { formatDuration } from "@/app/_ui/format-duration.ts";
import { formatMoney } from "@/app/_ui/format-money.ts";
import { formatCount } from "@/app/_ui/format-tokens.ts";
import type { TurnView } from "../view/run-view.ts";
import { sum, type TokenPart } from "./token-parts.ts";

interface TurnSummaryProps {
  readonly turn: TurnView;
  readonly parts: readonly TokenPart[];
  /** How far the provider's cache reached, and what broke it. */
  readonly cacheSentence: string | undefined;
}

/** The size of the request: as the provider counted it, and how it is made up by estimate. */
export function TurnSummary({ turn, parts, cacheSentence }: TurnSummaryProps) {
  const { usage, firstTextMs, model, isScripted } = turn;
  const estimate = sum(parts, (part) => part.tokens);
  return (
    <div className="flex flex-col gap-3 px-5 pt-4 pb-3.5">
      <div className="num flex flex-wrap items-baseline gap-x-4 gap-y-1 text-12">
        <p className="text-20 font-semibold tracking-[-0.02em]">
          {usage ? formatCount(usage.inputTokens) : `about ${formatCount(estimate)}`}{" "}
          <span className="text-13 font-normal tracking-normal text-text-2">tokens in</span>
        </p>
        {usage ? (
          <>
            <Figure value={formatCount(usage.outputTokens)} unit="out" />
            <Figure value={formatMoney(usage.cost, "card")} unit="" />
          </>
        ) : null}
        {firstTextMs === null ? null : <Figure value={formatDuration(firstTextMs)} unit="to first word" />}
        <span className="ml-auto flex items-center gap-2">
          {isScripted ? <Chip>Scripted</Chip> : null}
          <span className="mono text-12 text-text-2">{model.model}</span>
        </span>
      </div>
      <div
        role="img"
        aria-label={`By estimate: ${parts.map((part) => `${part.label} ${formatCount(part.tokens)}`).join(", ")}`}
        className="flex items-start gap-[3px]"
      >
        {parts.map((part) => (
          <div key={part.label} className="min-w-9 max-sm:min-w-2" style={{ flex: `${part.tokens} 1 0` }}>
            <div className={classNames("h-5 rounded-[2px]", part.barClassName)} />
            <div className="mt-1.5 truncate text-11 text-text-2 max-sm:hidden">{part.label}</div>
            <div className="num text-12 font-medium whitespace-nowrap max-sm:hidden">
              {formatCount(part.tokens)}
            </div>
          </div>
        ))}
      </div>
      <Legend parts={parts} />
      <div className="flex min-w-0 flex-wrap items-center gap-2 text-12 text-text-3">
        {usage && usage.cachedInputTokens > 0 ? (
          <Chip tone="done" icon={<Zap />}>
            {formatCount(usage.cachedInputTokens)} from cache
          </Chip>
        ) : null}
        <span>
          {cacheSentence}{" "}
          {usage
            ? "The provider counted the whole: how its parts share it is an estimate."
            : "The parts are estimates."}
        </span>
      </div>
    </div>
  );
}

/** On a small screen no bar is as wide as its word: the words stand below. */
function Legend({ parts }: Pick<TurnSummaryProps, "parts">) {
  return (
    <ul aria-hidden="true" className="-mt-1 flex flex-wrap gap-x-4 gap-y-1 text-12 sm:hidden">
      {parts.map(({ label, tokens, barClassName }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span className={classNames("size-2 flex-none rounded-[2px]", barClassName)} />
          <span className="text-text-2">{label}</span>
          <span className="num font-medium">{formatCount(tokens)}</span>
        </li>
      ))}
    </ul>
  );
}

function Figure({ value, unit }: { readonly value: string; readonly unit: string }) {
  return (
    <span>
      <span className="font-medium">{value}</span> <span className="text-text-3">{unit}</span>
    </span>
  );
}
