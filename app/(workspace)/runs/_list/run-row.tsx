import { Drama, PanelBottomOpen } from "lucide-react";
import Link from "next/link";
import type { RunSummary } from "@/server/contract/api.ts";
import { IconButton } from "../../../_ui/button.tsx";
import { classNames } from "../../../_ui/class-names.ts";
import { formatClock } from "../../../_ui/format-duration.ts";
import { formatMoney } from "../../../_ui/format-money.ts";
import { formatMoment, formatTime } from "../../../_ui/format-time.ts";
import { formatTokens } from "../../../_ui/format-tokens.ts";
import { runLook } from "../../../_ui/run-look.ts";
import { StateBadge } from "../../../_ui/state-badge.tsx";
import { RunLanes } from "./run-lanes.tsx";
import { elapsedTime, isRehearsed, runOrigin } from "./run-origin.ts";
import { starterWords } from "./starter-words.ts";

const cell = "h-12 border-b px-3 align-middle whitespace-nowrap";
const figure = "num text-right max-md:hidden";

interface RunRowProps {
  readonly run: RunSummary;
  readonly now: Date;
  /** Shows a quick look. */
  readonly onPreview: () => void;
}

/** One run; the whole row is its link. Under 768 px state and figures stand below the task. */
export function RunRow({ run, now, onPreview }: RunRowProps) {
  const look = runLook(run);
  const time = formatClock(elapsedTime(run, now));
  const cost = formatMoney(run.usage.cost);
  return (
    <tr className="relative transition-colors duration-80 hover:bg-surface-2 has-focus-visible:bg-surface-2">
      <td className={classNames(cell, "pl-6 max-md:hidden")}>
        <StateBadge state={look.state} word={look.word} />
      </td>
      <td className={classNames(cell, "max-md:h-auto max-md:py-2.5 max-md:pr-14 max-md:pl-4")}>
        <Link
          href={`/runs/${run.id}`}
          data-run={run.id}
          dir="auto"
          className="block truncate font-medium leading-[1.125rem] outline-none before:absolute before:inset-0 focus-visible:before:outline-2 focus-visible:before:-outline-offset-2 focus-visible:before:outline-accent"
        >
          {run.task.split("\n")[0]}
        </Link>
        <span className="flex min-w-0 items-center gap-1 text-12 text-text-3">
          {isRehearsed(run) ? <Drama className="size-3" /> : null}
          <span dir="auto" className="truncate">
            {runOrigin(run)}
          </span>
        </span>
        <QuickLook run={run} onPreview={onPreview} />
        <span className="num mt-1 flex items-center gap-3 text-12 text-text-3 md:hidden">
          <StateBadge state={look.state} word={look.word} />
          <span>{time}</span>
          <span>{run.budget?.cost === undefined ? cost : `${cost} of ${formatMoney(run.budget.cost)}`}</span>
          <span className="ml-auto">{formatTime(run.startedAt, now)}</span>
        </span>
      </td>
      <td className={classNames(cell, "max-xl:hidden")}>
        <RunLanes lanes={run.lanes} />
      </td>
      <td className={classNames(cell, figure)}>{time}</td>
      <td className={classNames(cell, figure, "max-lg:hidden")}>
        {formatTokens(run.usage.inputTokens + run.usage.outputTokens)}
      </td>
      <td className={classNames(cell, figure, run.usage.cost === null && "text-12 text-text-3")}>
        {cost}
        {run.budget?.cost === undefined ? null : (
          <span className="block text-11 text-text-3">of {formatMoney(run.budget.cost)}</span>
        )}
      </td>
      <td className={classNames(cell, "text-12 max-lg:hidden")}>
        <Starter startedBy={run.startedBy} />
      </td>
      <td className={classNames(cell, figure, "pr-6 text-12 text-text-3")}>
        <time dateTime={run.startedAt} title={formatMoment(run.startedAt)}>
          {formatTime(run.startedAt, now)}
        </time>
      </td>
    </tr>
  );
}

/** What Space does on a row, for a finger. */
function QuickLook({ run, onPreview }: Pick<RunRowProps, "run" | "onPreview">) {
  return (
    <span className="absolute top-1/2 right-2 z-1 hidden -translate-y-1/2 max-md:block pointer-coarse:block">
      <IconButton
        label={`Quick look at ${run.task.split("\n")[0]}`}
        className="text-text-3!"
        onClick={onPreview}
      >
        <PanelBottomOpen />
      </IconButton>
    </span>
  );
}

function Starter({ startedBy }: Pick<RunSummary, "startedBy">) {
  const words = starterWords(startedBy);
  if (!words) return <span className="text-text-3">Not known</span>;
  return (
    <>
      <span className="block truncate text-text-2" title={words.who}>
        {words.who}
      </span>
      <span className="block truncate text-11 text-text-3">{words.where}</span>
    </>
  );
}
