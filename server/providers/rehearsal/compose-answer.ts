import { answerOf } from "./play-ask.ts";
import { assigneesOf, type ChildReport, reportsOf } from "./play-delegation.ts";
import { skillFunctions, stageOf } from "./play-skills.ts";
import type { PastCall, Situation } from "./read-situation.ts";
import { renderHead, renderResult } from "./render-result.ts";
import { originalTask, reportsIn } from "./write-brief.ts";

/** Characters of one child's report in the answer. */
const REPORT_LENGTH = 12_000;
export const REHEARSAL_NOTE = "*Scripted rehearsal: no model was called.*";

/** The agent's last message: what was found, as it came back, and what failed. */
export function composeAnswer(situation: Situation): string {
  const own = ownResults(situation);
  const reports = reportsOf(situation);
  const answer = answerOf(situation);
  const blocks = [
    opening(situation, own.length + reports.length),
    ...(answer ? [`You said: ${answer}`] : []),
    ...own,
    ...reports.map(renderReport),
    ...(own.length + reports.length === 0 ? [withoutResults(situation)] : []),
    ...(situation.hasParent ? [] : [REHEARSAL_NOTE]),
  ];
  return blocks.filter(Boolean).join("\n\n");
}

function opening({ task, hasParent, ...situation }: Situation, results: number): string {
  if (results === 0) return "";
  if (hasParent && assigneesOf({ task, hasParent, ...situation }).length === 0) return "";
  return `Results for: ${firstLine(originalTask(task))}`;
}

/** One block for each call of a skill function or an MCP tool. */
function ownResults(situation: Situation): readonly string[] {
  const functions = skillFunctions(situation);
  const stages = new Map(functions.map((tool) => [tool.name, stageOf(tool)]));
  const calls = situation.past.filter(({ name }) => stages.has(name) || name.startsWith("mcp__"));
  const opened = situation.past.filter(({ name, isError }) => name === "activate_skill" && isError);
  const hasFigures = calls.some(({ name, isError }) => !isError && (stages.get(name) ?? 0) > 0);
  const ordered = calls.toSorted((left, right) => Number(left.isError) - Number(right.isError));
  return [...opened, ...ordered].map((call) => renderCall(call, stages.get(call.name) === 0 && hasFigures));
}

function renderCall({ name, input, text, isError }: PastCall, isHeadOnly: boolean): string {
  const title = `**${titleOf(name)}**${argumentsOf(input)}`;
  if (isError) return `${title} failed: ${firstLine(text)}`;
  const body = isHeadOnly ? renderHead(text) : renderResult(text);
  return body ? `${title}\n\n${body}` : "";
}

function titleOf(name: string): string {
  const short = name.startsWith("mcp__") ? name.split("__").slice(2).join(" ") : name;
  const words = short.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function argumentsOf(input: unknown): string {
  const values = typeof input === "object" && input !== null ? Object.values(input) : [];
  const shown = values
    .filter((value) => typeof value === "string" || typeof value === "number")
    .map((value) => `\`${String(value).slice(0, 80)}\``);
  return shown.length > 0 ? ` (${shown.join(", ")})` : "";
}

function renderReport({ name, text, isError }: ChildReport): string {
  if (isError) return `### ${name}\n\nNo result: ${firstLine(text)}`;
  return `### ${name}\n\n${shorten(deeper(text))}`;
}

/** A report's own headings go below the heading it is put under. */
function deeper(text: string): string {
  return text.replace(/^(#{1,5}) /gm, "$1# ").replace(/^#{3}(?= )/gm, "####");
}

function shorten(text: string): string {
  if (text.length <= REPORT_LENGTH) return text;
  const cut = text.lastIndexOf("\n", REPORT_LENGTH);
  return `${text.slice(0, cut > 0 ? cut : REPORT_LENGTH)}\n\n(shortened; the whole report is in that session)`;
}

function withoutResults({ name, task }: Situation): string {
  const reports = reportsIn(task);
  if (reports.length === 0) {
    return `${name} has no tool for this task, so there is nothing measured or looked up to report. The task was: ${firstLine(originalTask(task))}`;
  }
  const lines = reports.map((report) => `- ${report.name}: ${contentOf(report.text)}`);
  return [
    `I read what I was given and found ${reports.length === 1 ? "one report" : `${reports.length} reports`}, none of them empty:`,
    "",
    ...lines,
  ].join("\n");
}

function contentOf(text: string): string {
  const rows = text.split("\n").filter((line) => /^\|(?! --- )/.test(line)).length;
  const tables = text.split("\n").filter((line) => /^\| ---/.test(line)).length;
  const points = text.split("\n").filter((line) => /^- /.test(line)).length;
  const parts = [
    ...(tables > 0
      ? [`${tables} ${tables === 1 ? "table" : "tables"} with ${Math.max(0, rows - tables)} rows`]
      : []),
    ...(points > 0 ? [`${points} ${points === 1 ? "point" : "points"}`] : []),
  ];
  return parts.length > 0 ? parts.join(", ") : firstLine(text);
}

function firstLine(text: string): string {
  const line = text.trim().split("\n")[0] ?? "";
  return line.length > 300 ? `${line.slice(0, 300)} ...` : line;
}
