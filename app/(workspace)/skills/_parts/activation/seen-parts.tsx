"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { SeenByModel } from "@/server/contract/skill-activation.ts";
import { classNames } from "../../../../_ui/class-names.ts";
import { CodeBlock } from "../../../../_ui/code-block.tsx";
import { formatCount } from "../../../../_ui/format-tokens.ts";
import { SourceIcon, sourceName } from "../../../../_ui/source-icon.tsx";
import { type Difference, type Marked, markDifference } from "./mark-difference.ts";

interface PartsProps<Part extends keyof SeenByModel> {
  readonly before: SeenByModel[Part];
  readonly after: SeenByModel[Part];
}

/** The system prompt, a row for each section with its whole text. */
export function PromptSeen({ before, after }: PartsProps<"sections">) {
  const marked = markDifference(before, after, ({ kind, title }) => `${kind} ${title}`);
  return (
    <Part title="System prompt" marked={marked} tokens={sumOf(after)}>
      {marked.map(({ entry, difference }) => (
        <Row
          key={`${entry.kind} ${entry.title}`}
          difference={difference}
          name={entry.title}
          tokens={entry.tokens}
        >
          <CodeBlock label={`Text of ${entry.title}`} code={entry.text} className="max-h-96" />
        </Row>
      ))}
    </Part>
  );
}

type Tool = SeenByModel["tools"][number];

/** The tool array, by where its tools come from and in the order in which they are sent. */
export function ToolsSeen({ before, after }: PartsProps<"tools">) {
  const marked = markDifference(before, after, ({ name }) => name);
  const groups = [...Map.groupBy(marked, ({ entry }) => sourceName(entry.origin))];
  return (
    <Part title="Tool array" marked={marked} tokens={sumOf(after)}>
      {groups.map(([source, tools]) => (
        <ToolGroup key={source} source={source} tools={tools} />
      ))}
    </Part>
  );
}

interface ToolGroupProps {
  readonly source: string;
  readonly tools: readonly Marked<Tool>[];
}

function ToolGroup({ source, tools }: ToolGroupProps) {
  const [first] = tools;
  return (
    <li className="border-t first:border-t-0">
      <h4 className="flex items-center gap-2 bg-surface-2 px-3 py-1.5 text-12 font-medium text-text-2">
        {first ? <SourceIcon kind={first.entry.origin.kind} className="size-3.5" /> : null}
        <span className="min-w-0 truncate">{source}</span>
        <span className="num ml-auto font-normal text-text-3">
          {tools.length} {tools.length === 1 ? "tool" : "tools"}, {formatCount(sumOf(tools.map(entryOf)))}{" "}
          tokens
        </span>
      </h4>
      <ul>
        {tools.map(({ entry, difference }) => (
          <Row key={entry.name} difference={difference} name={entry.name} tokens={entry.tokens} isMono>
            <CodeBlock
              label={`${entry.name} as it is sent`}
              language="json"
              code={JSON.stringify(
                { name: entry.name, description: entry.description, inputSchema: entry.inputSchema },
                null,
                2,
              )}
              className="max-h-96"
            />
          </Row>
        ))}
      </ul>
    </li>
  );
}

function entryOf({ entry }: Marked<Tool>): Tool {
  return entry;
}

function sumOf(parts: readonly { readonly tokens: number }[]): number {
  return parts.reduce((sum, { tokens }) => sum + tokens, 0);
}

interface PartProps {
  readonly title: string;
  readonly marked: readonly Marked<unknown>[];
  readonly tokens: number;
  readonly children: ReactNode;
}

function Part({ title, marked, tokens, children }: PartProps) {
  const differing = marked.filter(({ difference }) => difference !== "same").length;
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-1.5">
      <h3 className="flex items-baseline gap-2 text-13 font-medium">
        {title}
        {differing > 0 ? (
          <span className="num text-12 font-normal text-text-2">
            {differing} of {marked.length} {differing === 1 ? "differs" : "differ"}
          </span>
        ) : null}
        <span className="num ml-auto text-12 font-normal text-text-2">{formatCount(tokens)} tokens</span>
      </h3>
      <ul className="min-w-0 overflow-hidden rounded-2 border">{children}</ul>
    </section>
  );
}

const MARKS: Readonly<
  Record<Difference, { readonly sign: string; readonly word: string; readonly look: string }>
> = {
  same: { sign: "", word: "", look: "" },
  added: { sign: "+", word: "added", look: "bg-st-done-soft" },
  changed: { sign: "~", word: "changed", look: "bg-st-person-soft" },
  removed: { sign: "-", word: "gone", look: "bg-st-fail-soft" },
};

interface RowProps {
  readonly difference: Difference;
  readonly name: string;
  readonly tokens: number;
  readonly isMono?: boolean;
  /** The whole of it. */
  readonly children: ReactNode;
}

function Row({ difference, name, tokens, isMono = false, children }: RowProps) {
  const { sign, word, look } = MARKS[difference];
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className="border-t first:border-t-0">
      <details className="group" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary
          className={classNames(
            "flex min-h-8 cursor-pointer list-none items-center gap-2 px-3 py-1 text-12 focus-inside pointer-coarse:min-h-11",
            look,
          )}
        >
          <ChevronRight className="size-3.5 flex-none text-text-3 group-open:rotate-90" />
          <span aria-hidden className="w-2.5 flex-none text-center font-semibold">
            {sign}
          </span>
          <span className={classNames("min-w-0 wrap-anywhere", isMono && "mono")}>{name}</span>
          {word ? <span className="flex-none text-text-2">{word}</span> : null}
          <span className="num ml-auto flex-none text-text-2">{formatCount(tokens)}</span>
        </summary>
        {isOpen ? <div className="px-3 pt-1 pb-3">{children}</div> : null}
      </details>
    </li>
  );
}
