"use client";

import { useMemo } from "react";
import { formatDuration } from "@/app/_ui/format-duration.ts";
import { formatMoney } from "@/app/_ui/format-money.ts";
import { formatCount, formatTokens } from "@/app/_ui/format-tokens.ts";
import { Markdown } from "@/app/_ui/markdown.tsx";
import { ScrollBox } from "@/app/_ui/scroll-box.tsx";
import { StateBadge } from "@/app/_ui/state-badge.tsx";
import { statusLook } from "../[runId]/_run/view/run-status.ts";
import type { RunView } from "../[runId]/_run/view/run-view.ts";
import { compareRuns } from "./compare-runs.ts";
import { CriticalPath } from "./critical-path-bars.tsx";
import { digestRun } from "./digest-run.ts";
import { type PairRow, PairTable } from "./pair-table.tsx";

interface ComparisonProps {
  readonly left: RunView;
  readonly right: RunView;
}

/** Everything that differs between two runs, and how they ended. */
export function Comparison({ left, right }: ComparisonProps) {
  const one = useMemo(() => digestRun(left), [left]);
  const other = useMemo(() => digestRun(right), [right]);
  const both = useMemo(() => compareRuns(one, other), [one, other]);
  return (
    <>
      <PairTable caption="In short" rows={shortRows(left, right, both)} />
      <CriticalPath left={one.path} right={other.path} />
      <PairTable
        caption="Delegations"
        empty="Neither run delegated anything."
        rows={both.delegations.map((pair) => countRow(pair.name, pair))}
      />
      <PairTable
        caption="Tools"
        empty="Neither run called a tool."
        isMono
        rows={both.tools.map((pair) => ({
          ...countRow(pair.name, pair),
          notes: [failedText(pair.failed?.left), failedText(pair.failed?.right)],
        }))}
      />
      <PairTable
        caption="Tokens by agent"
        rows={both.agents.map(({ name, tokens, turns, sessions }) => ({
          ...numberRow(name, tokens, formatTokens),
          notes: [workText(sessions.left, turns.left), workText(sessions.right, turns.right)],
        }))}
      />
      <section aria-label="Answers" className="grid gap-4 md:grid-cols-2">
        <Answer name="Left" view={left} />
        <Answer name="Right" view={right} />
      </section>
    </>
  );
}

function shortRows(
  left: RunView,
  right: RunView,
  { left: one, right: other }: ReturnType<typeof compareRuns>,
): readonly PairRow[] {
  const count = (name: string, of: (figures: typeof one) => number) =>
    countRow(name, { left: of(one), right: of(other) });
  const tokens = (name: string, of: (figures: typeof one) => number) =>
    numberRow(name, { left: of(one), right: of(other) }, formatTokens);
  const [cost, otherCost] = [one.usage.cost, other.usage.cost];
  return [
    { name: "State", left: statusLook(left).word, right: statusLook(right).word, change: null },
    { name: "Version", left: String(left.orgVersion), right: String(right.orgVersion), change: null },
    numberRow("Time", { left: one.milliseconds, right: other.milliseconds }, formatDuration),
    numberRow("Critical path", { left: one.criticalMs, right: other.criticalMs }, formatDuration),
    cost === null || otherCost === null
      ? { name: "Cost", left: formatMoney(cost), right: formatMoney(otherCost), change: null }
      : numberRow("Cost", { left: cost, right: otherCost }, (value) => formatMoney(value, "card")),
    tokens("Tokens in", (figures) => figures.usage.inputTokens),
    tokens("Tokens in from cache", (figures) => figures.usage.cachedInputTokens),
    tokens("Tokens out", (figures) => figures.usage.outputTokens),
    count("Model calls", (figures) => figures.turns),
    count("Tool calls", (figures) => figures.toolCalls),
    count("Failed calls", (figures) => figures.failedCalls),
    count("Delegations", (figures) => figures.delegations),
    count("Questions to you", (figures) => figures.questions),
  ];
}

function countRow(name: string, pair: { readonly left: number; readonly right: number }): PairRow {
  return numberRow(name, pair, formatCount);
}

function numberRow(
  name: string,
  { left, right }: { readonly left: number; readonly right: number },
  format: (value: number) => string,
): PairRow {
  const difference = right - left;
  const isSame = format(left) === format(right);
  return {
    name,
    left: format(left),
    right: format(right),
    change: isSame ? "same" : `${difference > 0 ? "+" : "−"}${format(Math.abs(difference))}`,
  };
}

function failedText(count = 0): string {
  return count === 0 ? "" : `${count} failed`;
}

function workText(sessions: number, turns: number): string {
  if (sessions === 0) return "not called";
  return `${sessions > 1 ? `${sessions} times, ` : ""}${turns} turn${turns === 1 ? "" : "s"}`;
}

function Answer({ name, view }: { readonly name: string; readonly view: RunView }) {
  const look = statusLook(view);
  return (
    <article className="min-w-0 rounded-3 border">
      <header className="flex items-center gap-2 border-b px-4 py-2 text-13">
        <h2 className="flex-1 text-13 font-semibold">{name}</h2>
        <StateBadge state={look.state} word={look.word} />
      </header>
      <ScrollBox className="max-h-96 overflow-y-auto px-4 py-3" aria-label={`Answer of ${name}`}>
        {view.answer === "" ? (
          <p className="text-12 text-text-3">{view.error ?? "No answer yet."}</p>
        ) : (
          <Markdown text={view.answer} />
        )}
      </ScrollBox>
    </article>
  );
}
