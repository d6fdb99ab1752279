"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { RunPage } from "@/server/contract/api.ts";
import { Button } from "../../../_ui/button.tsx";
import { formatCount } from "../../../_ui/format-tokens.ts";
import { Kbd } from "../../../_ui/kbd.tsx";
import { lazyPart } from "../../../_ui/lazy-part.tsx";
import { useNow } from "../../../_ui/use-now.ts";
import { isSameOrder, NEWEST_FIRST, orderWords, type RunOrder } from "./run-order.ts";
import { RunRow } from "./run-row.tsx";
import { SortHead } from "./sort-head.tsx";
import type { ShownRuns } from "./use-run-filter.ts";
import { useRunPages } from "./use-run-pages.ts";

const RunPreview = lazyPart(async () => (await import("./run-preview.tsx")).RunPreview);

const head = "h-8 border-y bg-surface-2 px-3 text-12 font-medium whitespace-nowrap text-text-3";

interface RunTableProps {
  readonly page: RunPage;
  readonly shown: ShownRuns;
  readonly show: (change: Partial<Omit<ShownRuns, "before">>) => void;
}

/** The runs in the order chosen by a head. Arrows move from row to row, Enter opens, Space shows a quick look. */
export function RunTable({ page, shown, show }: RunTableProps) {
  const isLive = page.runs.some((run) => run.finishedAt === null);
  const now = useNow(isLive ? 1_000 : 10_000);
  const preview = usePreview(page);
  const sort = { order: shown.order, onSort: (order: RunOrder) => show({ order }) };
  return (
    <>
      <table
        className="w-full table-fixed border-collapse text-left"
        onKeyDown={(event) => {
          moveFocus(event);
          preview.onKeyDown(event);
        }}
      >
        <caption className="sr-only">Runs, {orderWords(shown.order)}</caption>
        <thead className="max-md:hidden">
          <tr>
            <SortHead by="state" {...sort} className={`${head} w-[164px] pl-6`} />
            <SortHead by="task" {...sort} className={head} />
            <th scope="col" className={`${head} w-[200px] max-xl:hidden`}>
              Activity
            </th>
            <SortHead by="time" {...sort} isFigure className={`${head} w-[72px]`} />
            <SortHead by="tokens" {...sort} isFigure className={`${head} w-[80px] max-lg:hidden`} />
            <SortHead by="cost" {...sort} isFigure className={`${head} w-[80px]`} />
            <SortHead by="by" {...sort} className={`${head} w-[108px] max-lg:hidden`} />
            <SortHead by="started" {...sort} isFigure className={`${head} w-[136px] pr-6`} />
          </tr>
        </thead>
        <tbody>
          {page.runs.map((run) => (
            <RunRow key={run.id} run={run} now={now} onPreview={() => preview.open(run.id)} />
          ))}
        </tbody>
      </table>
      <Footer page={page} shown={shown} />
      {preview.run ? (
        <RunPreview
          run={preview.run}
          onMove={preview.move}
          onClose={preview.close}
          onShown={(isShown) => {
            if (!isShown) preview.close();
          }}
        />
      ) : null}
    </>
  );
}

/** The run that is looked at from the list, by the row that has the focus. */
function usePreview({ runs }: RunPage) {
  const [id, setId] = useState<string>();
  const at = runs.findIndex((run) => run.id === id);
  return {
    run: runs[at],
    open: setId,
    move: (step: 1 | -1) => setId((before) => runs[at + step]?.id ?? before),
    close: () => {
      setId(undefined);
      // The row that was looked at last, not the one it began with. After the dialog has given the focus back.
      setTimeout(() => document.querySelector<HTMLElement>(`[data-run="${id}"]`)?.focus());
    },
    onKeyDown: (event: KeyboardEvent) => {
      const row = document.activeElement?.getAttribute("data-run");
      if (event.key !== " " || !row || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      setId(row);
    },
  };
}

function Footer({ page, shown }: Pick<RunTableProps, "page" | "shown">) {
  const { isBeforeKnown, goBack, goOn } = useRunPages(shown);
  const { nextBefore } = page;
  const words = pageWords(shown.order);
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3 text-12 text-text-3 md:px-6">
      <span className="num">
        {formatCount(page.runs.length)} of {formatCount(page.total)}
      </span>
      {shown.before ? (
        <Button onClick={goBack}>
          <ChevronLeft />
          {isBeforeKnown ? words.back : words.first}
        </Button>
      ) : null}
      {nextBefore ? (
        <Button onClick={() => goOn(nextBefore)}>
          {words.on}
          <ChevronRight />
        </Button>
      ) : null}
      <span className="ml-auto flex items-center gap-1.5 pointer-coarse:hidden">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> move <Kbd>⏎</Kbd> open <Kbd>Space</Kbd> preview
      </span>
    </div>
  );
}

function pageWords(order: RunOrder) {
  if (isSameOrder(order, NEWEST_FIRST)) return { first: "Newest", back: "Newer", on: "Older" };
  return { first: "First page", back: "Page before", on: "Next page" };
}

function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const links = [...event.currentTarget.querySelectorAll("a")];
  const at = document.activeElement instanceof HTMLAnchorElement ? links.indexOf(document.activeElement) : -1;
  const next = links[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
