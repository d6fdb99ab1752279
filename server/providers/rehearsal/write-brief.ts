import { answerOf, withoutAsking } from "./play-ask.ts";
import type { Situation } from "./read-situation.ts";

/** Headings under which a brief carries more than the task; they tell a brief within a brief from the task itself. */
const FILES = "Files you can use: ";
const ANSWER = "The person said: ";
const PART = "Your part, ";
const RESULTS = "Results so far:";

/** Characters that a task may have. */
const MAX_BRIEF = 45_000;

export interface Report {
  readonly name: string;
  readonly text: string;
}

/** The task as the person wrote it: a brief that came from above is stripped of what was added on the way. */
export function originalTask(task: string): string {
  const added = [FILES, ANSWER, PART, RESULTS]
    .map((heading) => task.indexOf(`\n${heading}`))
    .filter((at) => at >= 0);
  return task.slice(0, Math.min(task.length, ...added)).trim();
}

/** Everything a child needs, as it sees nothing else: the task, the files, what the person said, what it is for. */
export function writeBrief(child: string, situation: Situation, reports: readonly Report[]): string {
  const role = roleOfChild(child, situation);
  const answer = answerOf(situation) ?? lineAfter(situation.task, ANSWER);
  const files =
    situation.attachments.length > 0 ? situation.attachments.join(", ") : lineAfter(situation.task, FILES);
  const lines = [
    withoutAsking(originalTask(situation.task)) || originalTask(situation.task),
    "",
    ...(files ? [`${FILES}${files}`] : []),
    ...(answer ? [`${ANSWER}${answer}`] : []),
    `${PART}${child}${role ? `: ${lower(role)}` : ""}. Answer with results, not with a plan.`,
    ...(reports.length > 0
      ? ["", RESULTS, ...reports.map(({ name, text }) => `\n### ${name}\n\n${text}`)]
      : []),
  ];
  return lines.join("\n").slice(0, MAX_BRIEF);
}

/** Children whose names repeat are told apart by `name#id`. */
export function roleOfChild(child: string, { roles }: Situation): string | undefined {
  return roles.get(child) ?? roles.get(child.replace(/#[^#]*$/, ""));
}

/** The reports that a brief carries. */
export function reportsIn(task: string): readonly Report[] {
  const at = task.indexOf(`\n${RESULTS}`);
  if (at < 0) return [];
  const blocks = task.slice(at).split(/^### /m).slice(1);
  return blocks.map((block) => {
    const [name = "", ...rest] = block.split("\n");
    return { name: name.trim(), text: rest.join("\n").trim() };
  });
}

function lineAfter(text: string, heading: string): string | undefined {
  return text
    .split("\n")
    .find((line) => line.startsWith(heading))
    ?.slice(heading.length);
}

function lower(role: string): string {
  return (role.charAt(0).toLowerCase() + role.slice(1)).replace(/[.\s]+$/, "");
}
