// `npm run bench`: every subject in every scenario, each in a fresh process, taking turns within every round so that what else the
// machine does hits all of them alike. Prints a table of ratios to the raw loop; `--json` prints what was measured.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Figures } from "./measure.ts";
import { loadNow } from "./process-figures.ts";
import { toReport, toTable } from "./report.ts";
import { SCENARIOS } from "./scenarios.ts";

const { values } = parseArgs({
  options: {
    scenarios: { type: "string", default: Object.keys(SCENARIOS).join(",") },
    subjects: { type: "string", default: "raw,openhive" },
    runs: { type: "string", default: "3" },
    scale: { type: "string", default: "1" },
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

const server = start("model-server.ts");
const [first] = (await once(server.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
const port = String(first).trim();
const subjects = values.subjects.split(",");
const figures: Figures[] = [];
const loads: number[] = [];
for (let round = 0; round < Number(values.runs); round += 1) {
  for (const scenario of values.scenarios.split(",")) {
    for (let place = 0; place < subjects.length; place += 1) {
      const subject = subjects[(place + round) % subjects.length] ?? "raw";
      loads.push(loadNow());
      const measured = await measureOnce(subject, scenario, port);
      const outcome =
        typeof measured === "string" ? measured : (measured.problem ?? `${measured.cpu.toFixed(2)} ms`);
      console.error(`round ${round + 1} ${scenario} ${subject}: ${outcome}`);
      if (typeof measured !== "string" && measured.problem === undefined) figures.push(measured);
    }
  }
}
server.kill("SIGTERM");
const report = toReport(figures);
const load = { least: Math.min(...loads), most: Math.max(...loads) };
console.log(
  values.json ? JSON.stringify({ node: process.version, load, report }, null, 2) : toTable(report, load),
);
