import type { Figures } from "./measure.ts";
import { SCENARIOS } from "./scenarios.ts";

/** Medians over the runs of one subject in one scenario. */
export interface ReportRow {
  readonly scenario: string;
  readonly subject: string;
  readonly runs: number;
  /** Processor time, worker and database together, in ms an operation, and against the raw loop. */
  readonly cpu: number;
  readonly cpuRange: readonly [number, number];
  readonly ratio: number | null;
  readonly workerRatio: number | null;
  readonly databaseRatio: number | null;
  /** Time in line for a processor a ms of processor time: near 0 on a quiet machine. */
  readonly queued: number;
  readonly wallPerTurn: number;
  readonly cpuPerTurn: number;
  readonly commitsPerTurn: number;
  /** MiB. */
  readonly peakMemory: number;
  /** KiB a session; only where all sessions live at the same time. */
  readonly memoryPerSession: number | null;
  /** ms from commit to follower. */
  readonly latencyP50: number | null;
  readonly latencyP99: number | null;
}

export function toReport(figures: readonly Figures[]): readonly ReportRow[] {
  const scenarios = [...new Set(figures.map(({ scenario }) => scenario))];
  return scenarios.flatMap((scenario) => {
    const ofScenario = figures.filter((one) => one.scenario === scenario);
    const raw = median(ofScenario.filter(({ subject }) => subject === "raw").map(({ cpu }) => cpu));
    return [...new Set(ofScenario.map(({ subject }) => subject))].map((subject) =>
      toRow(
        ofScenario.filter((one) => one.subject === subject),
        raw,
      ),
    );
  });
}

function toRow(runs: readonly Figures[], raw: number | null): ReportRow {
  const [first] = runs;
  if (!first) throw new Error("A row needs a run.");
  const middle = (pick: (figures: Figures) => number): number => median(runs.map(pick)) ?? 0;
  const against = (value: number): number | null => (raw === null ? null : value / raw);
  const latencies = runs.flatMap((one) => one.latencies).toSorted((left, right) => left - right);
  const cpus = runs.map(({ cpu }) => cpu);
  return {
    scenario: first.scenario,
    subject: first.subject,
    runs: runs.length,
    cpu: middle(({ cpu }) => cpu),
    cpuRange: [Math.min(...cpus), Math.max(...cpus)],
    ratio: against(middle(({ cpu }) => cpu)),
    workerRatio: against(middle(({ workerCpu }) => workerCpu)),
    databaseRatio: against(middle(({ databaseCpu }) => databaseCpu)),
    queued: middle(({ queued }) => queued),
    wallPerTurn: middle(({ wall, turns }) => wall / turns),
    cpuPerTurn: middle(({ cpu, turns }) => cpu / turns),
    commitsPerTurn: middle(({ commits, turns }) => commits / turns),
    peakMemory: middle(({ peakMemory }) => peakMemory),
    memoryPerSession: SCENARIOS[first.scenario]?.isConcurrent
      ? middle(({ grownMemory, operations }) => (grownMemory * 1_024) / operations)
      : null,
    latencyP50: quantile(latencies, 0.5),
    latencyP99: quantile(latencies, 0.99),
  };
}

export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) return null;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? null;
}

const COLUMNS = [
  "scenario",
  "subject",
  "CPU x raw",
  "worker + database",
  "CPU ms",
  "spread",
  "in line",
  "ms a turn",
  "commits a turn",
  "peak MiB",
  "KiB a session",
  "event p50 / p99 ms",
  "runs",
];

/** The report for people, as a Markdown table. */
export function toTable(
  report: readonly ReportRow[],
  load: { readonly least: number; readonly most: number },
): string {
  const lines = report.map((row) =>
    [
      `${row.scenario}: ${SCENARIOS[row.scenario]?.title}`,
      row.subject,
      short(row.ratio),
      row.subject === "raw" ? "" : `${short(row.workerRatio)} + ${short(row.databaseRatio)}`,
      short(row.cpu),
      row.cpuRange.map(short).join("-"),
      short(row.queued),
      short(row.cpuPerTurn),
      row.subject === "raw" ? "" : short(row.commitsPerTurn),
      short(row.peakMemory),
      short(row.memoryPerSession),
      row.latencyP50 === null ? "" : `${short(row.latencyP50)} / ${short(row.latencyP99)}`,
      String(row.runs),
    ].join(" | "),
  );
  return [
    `| ${COLUMNS.join(" | ")} |`,
    `|${COLUMNS.map(() => "---").join("|")}|`,
    ...lines.map((line) => `| ${line} |`),
    "",
    `Load of the machine while measuring: ${load.least} to ${load.most}. Node ${process.version}. "In line" is how long threads stood`,
    `in line for a processor, a ms of processor time that they got: ${toVerdict(report)}`,
  ].join("\n");
}

/** From here on a row says more about the neighbours than about its subject. */
const CROWDED = 0.5;

function toVerdict(report: readonly ReportRow[]): string {
  const most = Math.max(0, ...report.map(({ queued }) => queued));
  if (most < CROWDED) return "little, so that the figures can be compared with those of another day.";
  return `${short(most)} at most. Other work was in the way: it makes subjects of several processes look dearer, and latencies at the 99th percentile are its own.`;
}

function short(value: number | null): string {
  if (value === null) return "";
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
