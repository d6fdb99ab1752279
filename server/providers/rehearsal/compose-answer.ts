import { stageOf } from "./function-calls.ts";
import { leadWithAnswer } from "./lead-with-answer.ts";
import { answerOf } from "./play-ask.ts";
import { type ChildReport, reportsOf } from "./play-delegation.ts";
import { leftOut } from "./play-mcp.ts";
import { skillFunctions } from "./play-skills.ts";
import type { PastCall, Situation } from "./read-situation.ts";
import { blocksOf, firstLine, renderCall } from "./render-call.ts";
import { originalTask, reportsIn } from "./write-brief.ts";

/** Characters of one child's report in the answer. */
const REPORT_LENGTH = 12_000;
const REHEARSAL_NOTE = "*Scripted rehearsal: no model was called.*";

/** The agent's last message: the answer, what was found, as it came back, what failed, and what was not tried. */
export function composeAnswer(situation: Situation): string {
  const own = ownResults(situation);
  const reports = reportsOf(situation);
  const answer = answerOf(situation);
  const hasResults = own.length + reports.length > 0;
  const seen = new Set(own);
  const told = [...own, ...reports.filter(({ isError }) => !isError).map(({ text }) => text)];
  const lead = situation.hasParent ? "" : leadWithAnswer(told);
  const blocks = [
    lead,
    ...(answer ? [`You said: ${answer}`] : []),
    ...own,
    ...reports.map((report) => renderReport(report, seen)),
    ...(hasResults ? [] : [withoutResults(situation)]),
    leftOut(situation),
    ...(situation.hasParent ? [] : [REHEARSAL_NOTE]),
  ];
  return blocks.filter(Boolean).join("\n\n");
}

/** One block for each call of a skill function or an MCP tool; steps on the way to a result are left out. */
function ownResults(situation: Situation): readonly string[] {
  const functions = skillFunctions(situation);
  const stages = new Map(functions.map((tool) => [tool.name, stageOf(tool)]));
  const opened = situation.past.filter(({ name, isError }) => name === "activate_skill" && isError);
  const figures = situation.past.filter(({ name }) => stages.has(name));
  const hasFigures = figures.some(({ name, isError }) => !isError && (stages.get(name) ?? 0) > 0);
  const calls = [...opened, ...figures, ...findings(situation.past)];
  const ordered = calls.toSorted((left, right) => Number(left.isError) - Number(right.isError));
  const blocks = ordered.map((call) => renderCall(call, stages.get(call.name) === 0 && hasFigures));
  return blocks.filter(Boolean);
}

/** Of the calls to MCP servers, those of the last turn with a result, and those that failed. */
function findings(past: readonly PastCall[]): readonly PastCall[] {
  const calls = past.filter(({ name }) => name.startsWith("mcp__"));
  const lastTurn = calls.findLast(({ isError }) => !isError)?.turn;
  return calls.filter(({ turn, isError }) => isError || turn === lastTurn);
}

/** A child's report; what others found in the same words is named, not repeated. */
function renderReport({ name, text, isError }: ChildReport, seen: Set<string>): string {
  if (isError) return `### ${name}\n\nNo result: ${firstLine(text)}`;
  const blocks = blocksOf(deeper(shorten(text)));
  const known = blocks.filter((block) => block.title !== undefined && seen.has(block.text));
  const fresh = blocks.filter((block) => !known.includes(block)).map((block) => block.text);
  for (const block of blocks) seen.add(block.text);
  const same =
    known.length > 0
      ? [`Came to the same result: ${known.map(({ title }) => title?.replaceAll("**", "")).join("; ")}.`]
      : [];
  return [`### ${name}`, ...fresh, ...same].join("\n\n");
}

/** A report's own headings go below the heading it is put under. */
function deeper(text: string): string {
  return text.replace(/^(#{1,5}) /gm, "$1# ").replace(/^#{1,3}(?= )/gm, "####");
}

function shorten(text: string): string {
  if (text.length <= REPORT_LENGTH) return text;
  const cut = text.lastIndexOf("\n", REPORT_LENGTH);
  return `${text.slice(0, cut > 0 ? cut : REPORT_LENGTH)}\n\n(shortened; the whole report is in that session)`;
}

function withoutResults({ name, task, tools }: Situation): string {
  const reports = reportsIn(task);
  if (reports.length === 0) {
    const why = tools.some((tool) => tool.name.startsWith("mcp__"))
      ? "called no tool for this task"
      : "has no tool for this task";
    return `${name} ${why}, so there is nothing measured or looked up to report. The task was: ${firstLine(originalTask(task))}`;
  }
  const lines = reports.map((report) => `- ${report.name}: ${contentOf(report.text)}`);
  return ["I have no tool of my own for this. What I was given:", "", ...lines].join("\n");
}

function contentOf(text: string): string {
  const lines = text.split("\n");
  const tables = lines.filter((line) => /^\| ---/.test(line)).length;
  const rows = lines.filter((line) => line.startsWith("|")).length - 2 * tables;
  const points = lines.filter((line) => /^[->] /.test(line)).length;
  const parts = [
    ...(tables > 0
      ? [`${tables} ${tables === 1 ? "table" : "tables"} with ${rows} ${rows === 1 ? "row" : "rows"}`]
      : []),
    ...(points > 0 ? [`${points} ${points === 1 ? "point" : "points"}`] : []),
  ];
  return parts.length > 0 ? parts.join(", ") : firstLine(text);
}
