import type { OrgDocument } from "@/server/contract/org-document.ts";
import { findOrgProblems, type OrgProblem } from "@/server/contract/org-graph.ts";

/**
 * The problems of the drawing, found at once, with those the server last found in what it refers to. What both name is
 * listed once; what concerns agents that are gone is dropped; errors come first.
 */
export function mergeProblems(document: OrgDocument, checked: readonly OrgProblem[]): readonly OrgProblem[] {
  const known = new Set(document.agents.map((agent) => agent.id));
  const drawn = findOrgProblems(document);
  const seen = new Set<string>();
  const merged: OrgProblem[] = [];
  const stillTrue = checked.filter((problem) => problem.agentId === undefined || known.has(problem.agentId));
  for (const problem of [...drawn, ...withoutDrawing(stillTrue)]) {
    const key = `${problem.agentId ?? ""} ${problem.message}`;
    if (seen.has(key)) continue;
    seen.add(key);
    merged.push(problem);
  }
  return merged.sort((one, other) => rank(one) - rank(other));
}

/** Words of problems that are found here live: the server's copy of them may be older than the drawing. */
const drawingWords = [
  / has no persona\.$/,
  /^The org has no /,
  /^A line cannot stay: /,
  /^The group .* holds /,
];

function withoutDrawing(problems: readonly OrgProblem[]): readonly OrgProblem[] {
  return problems.filter(
    ({ message, isUncalled }) => !isUncalled && !drawingWords.some((words) => words.test(message)),
  );
}

function rank(problem: OrgProblem): number {
  return problem.level === "error" ? 0 : 1;
}

/** "1 error, 2 warnings"; undefined when all is well. */
export function countProblems(problems: readonly OrgProblem[]): string | undefined {
  const errors = problems.filter((problem) => problem.level === "error").length;
  const warnings = problems.length - errors;
  const parts: string[] = [];
  if (errors > 0) parts.push(errors === 1 ? "1 error" : `${errors} errors`);
  if (warnings > 0) parts.push(warnings === 1 ? "1 warning" : `${warnings} warnings`);
  return parts.length === 0 ? undefined : parts.join(", ");
}
