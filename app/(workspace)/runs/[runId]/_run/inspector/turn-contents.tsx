"use client";

import { type ReactNode, useMemo } from "react";
import { classNames } from "@/app/_ui/class-names.ts";
import { formatCount } from "@/app/_ui/format-tokens.ts";
import { Segmented } from "@/app/_ui/segmented.tsx";
import type { TurnSnapshot } from "@/server/contract/api.ts";
import { useRun } from "../store/run-context.tsx";
import type { SessionView } from "../view/run-view.ts";
import { cacheReach, type SentPart } from "./cache-reach.ts";
import { PromptSections } from "./prompt-sections.tsx";
import { SentMessages } from "./sent-messages.tsx";
import { countTokens, sum, tokenParts } from "./token-parts.ts";
import { ToolArray } from "./tool-array.tsx";
import { type Change, changesText, type TurnChange } from "./turn-change.ts";
import { TurnSummary } from "./turn-summary.tsx";

interface TurnContentsProps {
  readonly session: SessionView | undefined;
  readonly turn: number;
  readonly snapshot: TurnSnapshot;
  /** The turn before. */
  readonly before: TurnSnapshot | undefined;
  readonly change: TurnChange;
  readonly isChangesOnly: boolean;
  readonly onChangesOnly: (isChangesOnly: boolean) => void;
}

const options = [
  { value: "all", label: "With changes" },
  { value: "changes", label: "Changes only" },
] as const;

/** Prompt and messages in the middle, the tool array beside them. */
export function TurnContents({
  session,
  turn,
  snapshot,
  before,
  change,
  isChangesOnly,
  onChangesOnly,
}: TurnContentsProps) {
  const from = useRun(({ view }) =>
    session?.parentSessionId ? (view.sessions[session.parentSessionId]?.agentName ?? null) : null,
  );
  const known = session?.turns.find((one) => one.turn === turn);
  const wanted = <Item extends { readonly change: Change }>(items: readonly Item[]) =>
    items.filter((item) => !isChangesOnly || item.change !== "same");
  const { inputTokens, cachedInputTokens: cached } = known?.usage ?? {};
  // The session changes with every event; what was sent does not.
  const counts = useMemo(() => countTokens(snapshot, inputTokens), [snapshot, inputTokens]);
  const reach = useMemo(
    () => (cached === undefined ? undefined : cacheReach({ turn: snapshot, before, counts, cached })),
    [snapshot, before, counts, cached],
  );
  const anewOf = <Item,>(kind: SentPart["kind"], items: readonly Item[]): Item | undefined =>
    reach?.anew?.kind === kind ? items[reach.anew.index] : undefined;
  const sections = wanted(change.sections);
  const messages = wanted(change.messages);
  return (
    <>
      <div className="flex min-h-0 min-w-0 flex-col overflow-y-auto max-lg:overflow-visible">
        {known ? (
          <TurnSummary
            turn={known}
            parts={tokenParts(snapshot, counts)}
            cacheSentence={isChangesOnly ? undefined : reach?.sentence}
          />
        ) : null}
        <BlockHead
          title="System prompt"
          tokens={sum(snapshot.sections, counts.section)}
          changes={changesText(change.sections)}
          turn={turn}
        >
          {turn > 1 ? (
            <Segmented
              label="What is shown"
              value={isChangesOnly ? "changes" : "all"}
              onValueChange={(value) => onChangesOnly(value === "changes")}
              options={options}
            />
          ) : null}
        </BlockHead>
        {sections.length > 0 ? (
          <PromptSections sections={sections} counts={counts} anew={anewOf("section", change.sections)} />
        ) : (
          <Unchanged>The prompt is that of the turn before, to the byte.</Unchanged>
        )}
        <BlockHead
          title="Messages"
          tokens={sum(snapshot.messages, counts.message)}
          changes={changesText(change.messages)}
          turn={turn}
        />
        {messages.length > 0 ? (
          <SentMessages
            messages={messages}
            counts={counts}
            anew={anewOf("message", snapshot.messages)}
            agentName={session?.agentName ?? "Agent"}
            from={from}
          />
        ) : (
          <Unchanged>No message came in between.</Unchanged>
        )}
      </div>
      <ToolArray
        tools={change.tools}
        counts={counts}
        anew={anewOf("tool", change.tools)}
        turn={turn}
        isChangesOnly={isChangesOnly}
      />
    </>
  );
}

interface BlockHeadProps {
  readonly title: string;
  readonly tokens: number;
  /** "2 new, 1 changed"; nothing where all is as it was. */
  readonly changes: string;
  readonly turn: number;
  readonly children?: ReactNode;
}

function BlockHead({ title, tokens, changes, turn, children }: BlockHeadProps) {
  return (
    <div
      className={classNames(
        "num sticky top-0 z-1 flex min-h-10 flex-none flex-wrap items-center gap-x-2 gap-y-1 border-y bg-surface-2 px-5 py-1 not-first:-mt-px",
        // In two rows it would look out below the heads that come after it.
        children !== undefined && "max-lg:static",
      )}
    >
      <h2 className="text-13 whitespace-nowrap">{title}</h2>
      <span className="text-11 font-medium text-text-3">about {formatCount(tokens)}</span>
      {changes === "" ? null : (
        <span className="text-12 font-medium">
          {changes} since turn {turn - 1}
        </span>
      )}
      <span className="ml-auto">{children}</span>
    </div>
  );
}

function Unchanged({ children }: { readonly children: string }) {
  return <p className="border-b px-5 py-3 text-12 text-text-3">{children}</p>;
}
