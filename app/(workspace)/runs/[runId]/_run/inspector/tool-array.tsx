"use client";

import { ChevronDown, ChevronRight } from "lucide-react";
import { Fragment, useMemo, useState } from "react";
import { classNames } from "@/app/_ui/class-names.ts";
import { CopyButton } from "@/app/_ui/code-block.tsx";
import { formatCount } from "@/app/_ui/format-tokens.ts";
import { jsonText } from "@/app/_ui/json-text.ts";
import { SchemaView } from "@/app/_ui/schema-view.tsx";
import { SearchField } from "@/app/_ui/search-field.tsx";
import { SourceIcon, sourceLook, sourceName } from "@/app/_ui/source-icon.tsx";
import { WordDiff } from "@/app/_ui/word-diff.tsx";
import { CacheLine } from "./cache-line.tsx";
import { ChangeMark, changeTint } from "./change-mark.tsx";
import { sum, type TokenCounts } from "./token-parts.ts";
import { type ChangedTool, changesText } from "./turn-change.ts";

interface ToolArrayProps {
  readonly tools: readonly ChangedTool[];
  readonly counts: TokenCounts;
  /** The one at which the provider's cache ended, if it is here. */
  readonly anew: ChangedTool | undefined;
  readonly turn: number;
  readonly isChangesOnly: boolean;
}

/** The flat array in the order in which it was sent, by source, with the size of each tool. */
export function ToolArray({ tools, counts, anew, turn, isChangesOnly }: ToolArrayProps) {
  const [filter, setFilter] = useState("");
  const sent = tools.filter(isSent);
  const changes = changesText(tools);
  const largest = Math.max(1, ...tools.map(counts.tool));
  const groups = useMemo(
    () =>
      groupTools(
        tools.filter((tool) => isWanted(tool, filter) && (!isChangesOnly || tool.change !== "same")),
      ),
    [tools, filter, isChangesOnly],
  );
  return (
    <aside
      aria-label="Tool array"
      className="flex min-h-0 min-w-0 flex-col border-l bg-surface max-lg:border-t max-lg:border-l-0"
    >
      <div className="flex flex-none flex-wrap items-baseline gap-x-2 px-4 pt-3.5 pb-2.5">
        <h2 className="text-14">Tool array</h2>
        <span className="num text-11 text-text-3">
          {sent.length} {sent.length === 1 ? "tool" : "tools"}, about {formatCount(sum(sent, counts.tool))}{" "}
          tokens
        </span>
        {changes === "" ? null : (
          <span className="num ml-auto text-12 font-medium">
            {changes} since turn {turn - 1}
          </span>
        )}
      </div>
      <div className="flex flex-none items-center gap-2 px-4 pb-3">
        <SearchField
          label="Filter by name or source"
          value={filter}
          onChange={setFilter}
          hasSlashKey
          className="flex-1"
        />
        <CopyButton
          text={jsonText(
            sent.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
          )}
          label="Tool array as JSON"
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto max-lg:overflow-visible">
        {groups.map(({ kind, members, sent: counted }) => (
          <section key={kind} aria-label={sourceLook(kind).word}>
            <h3 className="flex h-[30px] items-center gap-2 border-y bg-surface-2 px-4 text-12 font-semibold">
              <SourceIcon kind={kind} className="size-3.5 text-text-3" />
              {sourceLook(kind).word}
              <span className="num text-11 font-medium text-text-3">{counted.length}</span>
              <span className="num ml-auto text-11 font-medium text-text-2">
                {formatCount(sum(counted, counts.tool))}
              </span>
            </h3>
            {members.map((tool) => (
              <Fragment key={`${tool.name} ${tool.change}`}>
                {tool === anew ? <CacheLine /> : null}
                <ToolRow tool={tool} tokens={counts.tool(tool)} largest={largest} />
              </Fragment>
            ))}
          </section>
        ))}
        {groups.length === 0 ? (
          <p className="p-4 text-12 text-text-3">{emptyText(tools.length, isChangesOnly)}</p>
        ) : null}
      </div>
    </aside>
  );
}

function isSent({ change }: ChangedTool): boolean {
  return change !== "removed";
}

function emptyText(count: number, isChangesOnly: boolean): string {
  if (count === 0) return "No tools were sent in this turn.";
  return isChangesOnly ? "The tools are those of the turn before." : "No tool is called that, and no source.";
}

function isWanted(tool: ChangedTool, filter: string): boolean {
  const wanted = filter.trim().toLowerCase();
  return (
    wanted === "" ||
    tool.name.toLowerCase().includes(wanted) ||
    sourceName(tool.origin).toLowerCase().includes(wanted)
  );
}

interface ToolGroup {
  readonly kind: string;
  readonly members: readonly ChangedTool[];
  /** Those of them that were sent: what went counts no more. */
  readonly sent: readonly ChangedTool[];
}

function groupTools(tools: readonly ChangedTool[]): readonly ToolGroup[] {
  const kinds = [...new Set(tools.map((tool) => tool.origin.kind))];
  return kinds.map((kind) => {
    const members = tools.filter((tool) => tool.origin.kind === kind);
    return { kind, members, sent: members.filter(isSent) };
  });
}

interface ToolRowProps {
  readonly tool: ChangedTool;
  readonly tokens: number;
  readonly largest: number;
}

/** One that is another than before stands open: that is what there is to see. */
function ToolRow({ tool, tokens, largest }: ToolRowProps) {
  const [isOpen, setIsOpen] = useState(tool.earlier !== undefined);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className={changeTint(tool.change)}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex h-7 w-full items-center gap-2 px-4 text-left focus-inside hover:bg-surface-3 pointer-coarse:h-11"
      >
        <ChangeMark change={tool.change} />
        <span
          className={classNames(
            "mono min-w-0 flex-1 truncate text-12",
            tool.change === "removed" && "line-through",
          )}
        >
          {tool.name}
        </span>
        <span aria-hidden="true" className="h-1 w-18 flex-none overflow-hidden rounded-full bg-surface-3">
          <span
            className={classNames("block h-full", sourceLook(tool.origin.kind).barClassName)}
            style={{ width: `${(tokens / largest) * 100}%` }}
          />
        </span>
        <span className="num w-9 flex-none text-right text-11 text-text-2">{formatCount(tokens)}</span>
        <Chevron className="size-3 text-text-3" />
      </button>
      {isOpen ? (
        <div className="flex flex-col gap-2 px-4 pt-1 pb-3 pl-9">
          <p className="text-12 whitespace-pre-line text-text-2">
            {tool.earlier ? (
              <WordDiff from={tool.earlier.description} to={tool.description} />
            ) : (
              tool.description
            )}
          </p>
          <Arguments tool={tool} />
          <p className="flex items-center gap-1.5 text-11 text-text-3">
            <SourceIcon kind={tool.origin.kind} className="size-3" />
            {sourceName(tool.origin)}
          </p>
        </div>
      ) : null}
    </div>
  );
}

/** What it takes; where that is another than before, the schema word by word. */
function Arguments({ tool: { name, inputSchema, earlier } }: Pick<ToolRowProps, "tool">) {
  const from = jsonText(earlier?.inputSchema ?? inputSchema);
  const to = jsonText(inputSchema);
  if (from === to) return <SchemaView schema={inputSchema} label={`Arguments of ${name}`} />;
  return (
    <div className="mono text-12 whitespace-pre-wrap wrap-anywhere">
      <WordDiff from={from} to={to} />
    </div>
  );
}
