import type { BrowserFigures, LoadFigures } from "./browser.ts";
import type { ClaimFigures } from "./claims.ts";

/** What many workers cost one PostgreSQL, as a Markdown table for people. */
export function toClaimsTable(figures: readonly ClaimFigures[]): string {
  const lines = figures.map((one) =>
    [
      one.traffic,
      String(one.workers),
      one.perSecond.toFixed(0),
      one.databaseMs.toFixed(2),
      one.databaseCores.toFixed(2),
      one.clientCores.toFixed(2),
      one.commitsEach.toFixed(2),
      `${one.stepP50.toFixed(1)} / ${one.stepP99.toFixed(1)}`,
      one.waits.map(([what, share]) => `${what} ${(100 * share).toFixed(0)} %`).join(", "),
    ].join(" | "),
  );
  const columns = [
    "traffic",
    "workers",
    "a second",
    "database ms each",
    "database cores",
    "client cores",
    "commits each",
    "step p50 / p99 ms",
    "connections are at",
  ];
  return [
    `| ${columns.join(" | ")} |`,
    `|${columns.map(() => "---").join("|")}|`,
    ...lines.map((line) => `| ${line} |`),
  ].join("\n");
}

/** What people see in a browser, as a Markdown table. */
export function toBrowserTable({ editorScript, ...figures }: BrowserFigures): string {
  const { drag500, dragNear500, pan500, zoom500, feed, still, storm, load500, load2000, longRun } = figures;
  const told = ({ took, work }: LoadFigures) => `${took.toFixed(0)} ms (${work.toFixed(0)} of the processor)`;
  const rows = [
    ["a card of 500 dragged, all seen from far", drag500],
    ["a card of 500 dragged, among some that can be read", dragNear500],
    ["an org of 500 agents panned", pan500],
    ["an org of 500 agents zoomed", zoom500],
    ["a run page on which nothing comes", still],
    ["200 events a second, written by hand", feed],
    [`a run with ${storm.eventsPerSecond.toFixed(0)} events a second`, storm],
  ] as const;
  return [
    "| what | frame p50 / p95 ms | dropped frames | tasks over 50 ms | longest ms | the page's thread works, ms of a second |",
    "|---|---|---|---|---|---|",
    ...rows.map(
      ([what, one]) =>
        `| ${what} | ${one.frameP50.toFixed(1)} / ${one.frameP95.toFixed(1)} | ${one.droppedPercent.toFixed(1)} % | ${one.longTasks} | ${one.longestTask.toFixed(0)} | ${one.work.toFixed(0)} |`,
    ),
    "",
    `Commit to paint: p50 ${storm.paintP50.toFixed(0)} ms, p99 ${storm.paintP99.toFixed(0)} ms, over ${storm.events} events.`,
    `First load: 500 agents ${told(load500)}, 2,000 agents ${told(load2000)}, a run of 20,000 events ${told(longRun)}; ${editorScript.toFixed(0)} KB of script until the editor's canvas stands.`,
  ].join("\n");
}
