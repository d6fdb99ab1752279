// `npm run bench`: every subject in every scenario, each in a fresh process, taking turns within every round so that what else the
// machine does hits all of them alike. Prints a table of ratios to the raw loop; then what a hundred workers cost the database, and
// what people see in a browser. `--only engine,claims,browser` chooses; `--json` prints what was measured.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { BrowserFigures } from "./browser.ts";
import type { ClaimFigures } from "./claims.ts";
import type { Figures } from "./measure.ts";
import { toBrowserTable, toClaimsTable } from "./part-reports.ts";
import { loadNow } from "./process-figures.ts";
import { type ReportRow, toReport, toTable } from "./report.ts";
import { SCENARIOS } from "./scenarios.ts";

const { values } = parseArgs({
  options: {
    scenarios: { type: "string", default: Object.keys(SCENARIOS).join(",") },
    subjects: { type: "string", default: "raw,openhive" },
    runs: { type: "string", default: "3" },
    scale: { type: "string", default: "1" },
    only: { type: "string", default: "engine,claims,browser" },
    json: { type: "boolean", default: false },
    profile: { type: "string", default: "" },
  },
});

const TIME_LIMIT = 180_000;

function start(program: string, args: readonly string[] = []): ChildProcess {
  const flags = values.profile ? ["--cpu-prof", `--cpu-prof-dir=${values.profile}`] : [];
  const profiled = program === "measure.ts" ? flags : [];
  return spawn(
    process.execPath,
    [
      "--expose-gc",
      "--disable-warning=ExperimentalWarning",
      ...profiled,
      join(import.meta.dirname, program),
      ...args,
    ],
    {
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
}

async function measureOnce(subject: string, scenario: string, port: string): Promise<Figures | string> {
  const child = start("measure.ts", [subject, scenario, port, values.scale]);
  let printed = "";
  let complaint = "";
  child.stdout?.on("data", (text: Buffer) => {
    printed += text;
  });
  child.stderr?.on("data", (text: Buffer) => {
    complaint = (complaint + text).slice(-2_000);
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), TIME_LIMIT);
  await once(child, "close");
  clearTimeout(timer);
  try {
    return JSON.parse(printed) as Figures;
  } catch {
    return complaint.trim().slice(-500) || "It printed nothing.";
  }
}

/** Runs a program of this folder to its end; what it prints is JSON, what it says meanwhile goes on. */
async function readPart<Figures>(program: string): Promise<Figures> {
  const child = start(program);
  let printed = "";
  child.stdout?.on("data", (text: Buffer) => {
    printed += text;
  });
  child.stderr?.pipe(process.stderr);
  await once(child, "close");
  return JSON.parse(printed) as Figures;
}

interface EngineFigures {
  readonly load: { readonly least: number; readonly most: number };
  readonly report: readonly ReportRow[];
  /** What went wrong, as `scenario subject`: the report lacks it. */
  readonly failed: readonly string[];
}

/** One subject in one scenario; undefined, and said, when it went wrong. */
async function measureAndTell(subject: string, scenario: string, port: string): Promise<Figures | undefined> {
  const measured = await measureOnce(subject, scenario, port);
  const problem = typeof measured === "string" ? measured : measured.problem;
  const outcome = typeof measured === "string" ? measured : `${measured.cpu.toFixed(2)} ms`;
  console.error(`${scenario} ${subject}: ${problem ?? outcome}`);
  return typeof measured === "string" || measured.problem !== undefined ? undefined : measured;
}

async function measureEngine(): Promise<EngineFigures> {
  const server = start("model-server.ts");
  const [first] = (await once(server.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  const port = String(first).trim();
  const subjects = values.subjects.split(",");
  const figures: Figures[] = [];
  const loads: number[] = [];
  const failed: string[] = [];
  for (let round = 0; round < Number(values.runs); round += 1) {
    console.error(`round ${round + 1}`);
    for (const scenario of values.scenarios.split(",")) {
      for (let place = 0; place < subjects.length; place += 1) {
        loads.push(loadNow());
        const subject = subjects[(place + round) % subjects.length] ?? "raw";
        const measured = await measureAndTell(subject, scenario, port);
        if (measured === undefined) failed.push(`${scenario} ${subject}`);
        else figures.push(measured);
      }
    }
  }
  server.kill("SIGTERM");
  return { load: { least: Math.min(...loads), most: Math.max(...loads) }, report: toReport(figures), failed };
}

const only = new Set(values.only.split(","));
const engine = only.has("engine") ? await measureEngine() : undefined;
const claims = only.has("claims") ? await readPart<readonly ClaimFigures[]>("claims.ts") : undefined;
const browser = only.has("browser") ? await readPart<BrowserFigures>("browser.ts") : undefined;
const tables = [
  engine && toTable(engine.report, engine.load),
  claims && toClaimsTable(claims),
  browser && toBrowserTable(browser),
];
console.log(
  values.json
    ? JSON.stringify({ node: process.version, ...engine, claims, browser }, null, 2)
    : tables.filter((table) => table !== undefined).join("\n\n"),
);
if (engine && engine.failed.length > 0) {
  console.error(`Went wrong, and is not in the report: ${engine.failed.join(", ")}.`);
  process.exitCode = 1;
}
