"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useState } from "react";
import type { RunPage } from "@/server/contract/api.ts";
import { Button } from "../../../_ui/button.tsx";
import { formatCount } from "../../../_ui/format-tokens.ts";
import { Kbd } from "../../../_ui/kbd.tsx";
import { lazyPart } from "../../../_ui/lazy-part.tsx";
import { useNow } from "../../../_ui/use-now.ts";
import { RunRow } from "./run-row.tsx";
import type { ShownRuns } from "./use-run-filter.ts";

const RunPreview = lazyPart(async () => (await import("./run-preview.tsx")).RunPreview);

const head = "h-8 border-y bg-surface-2 px-3 text-12 font-medium whitespace-nowrap text-text-3";

interface RunTableProps {
  readonly page: RunPage;
  readonly shown: ShownRuns;
  readonly show: (change: Partial<ShownRuns>) => void;
}

/** The runs, newest first. Arrows move from row to row, Enter opens, Space shows a quick look. */
export function RunTable({ page, shown, show }: RunTableProps) {
  const isLive = page.runs.some((run) => run.finishedAt === null);
  const now = useNow(isLive ? 1_000 : 10_000);
  const preview = usePreview(page);
  return (
    <>
      <table
        className="w-full table-fixed border-collapse text-left"
        onKeyDown={(event) => {
          moveFocus(event);
          preview.onKeyDown(event);
        }}
      >
        <caption className="sr-only">Runs, newest first</caption>
        <thead className="max-md:sr-only">
          <tr>
            <th className={`${head} w-[164px] pl-6`}>State</th>
            <th className={head}>Task</th>
            <th className={`${head} w-[200px] max-xl:hidden`}>Activity</th>
            <th className={`${head} w-[72px] text-right`}>Time</th>
            <th className={`${head} w-[80px] text-right max-lg:hidden`}>Tokens</th>
            <th className={`${head} w-[80px] text-right`}>Cost</th>
            <th className={`${head} w-[108px] max-lg:hidden`}>By</th>
            <th className={`${head} w-[136px] pr-6 text-right`}>Started</th>
          </tr>
        </thead>
        <tbody>
          {page.runs.map((run) => (
            <RunRow key={run.id} run={run} now={now} />
          ))}
        </tbody>
      </table>
      <Footer page={page} shown={shown} show={show} />
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

function Footer({ page, shown, show }: RunTableProps) {
  const router = useRouter();
  const { nextBefore } = page;
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3 text-12 text-text-3 md:px-6">
      <span className="num">
        {formatCount(page.runs.length)} of {formatCount(page.total)}
      </span>
      {shown.before ? (
        <Button onClick={() => router.back()}>
          <ChevronLeft />
          Newer
        </Button>
      ) : null}
      {nextBefore ? (
        <Button onClick={() => show({ before: nextBefore })}>
          Older
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

function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const links = [...event.currentTarget.querySelectorAll("a")];
  const at = document.activeElement instanceof HTMLAnchorElement ? links.indexOf(document.activeElement) : -1;
  const next = links[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
