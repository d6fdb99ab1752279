"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRouter } from "next/navigation";
import type { KeyboardEvent } from "react";
import type { RunPage } from "@/server/contract/api.ts";
import { Button } from "../../../_ui/button.tsx";
import { formatCount } from "../../../_ui/format-tokens.ts";
import { Kbd } from "../../../_ui/kbd.tsx";
import { useNow } from "../../../_ui/use-now.ts";
import { RunRow } from "./run-row.tsx";
import type { ShownRuns } from "./use-run-filter.ts";

const head = "h-8 border-y bg-surface-2 px-3 text-12 font-medium whitespace-nowrap text-text-3";

interface RunTableProps {
  readonly page: RunPage;
  readonly shown: ShownRuns;
  readonly show: (change: Partial<ShownRuns>) => void;
}

/** The runs, newest first. Arrows move from row to row, Enter opens. */
export function RunTable({ page, shown, show }: RunTableProps) {
  const isLive = page.runs.some((run) => run.finishedAt === null);
  const now = useNow(isLive ? 1_000 : 10_000);
  return (
    <>
      <table className="w-full table-fixed border-collapse text-left" onKeyDown={moveFocus}>
        <caption className="sr-only">Runs, newest first</caption>
        <thead className="max-md:sr-only">
          <tr>
            <th className={`${head} w-[164px] pl-6`}>State</th>
            <th className={head}>Task</th>
            <th className={`${head} w-[200px] max-xl:hidden`}>Activity</th>
            <th className={`${head} w-[72px] text-right`}>Time</th>
            <th className={`${head} w-[80px] text-right max-lg:hidden`}>Tokens</th>
            <th className={`${head} w-[80px] text-right`}>Cost</th>
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
    </>
  );
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
        <Kbd>↓</Kbd> move <Kbd>⏎</Kbd> open
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
