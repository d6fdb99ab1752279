import type { ReportingLine } from "@/server/contract/org-document.ts";

/** What a line holds back, in the few words that fit on it: "2 at once · some tools · budget"; undefined where all passes. */
export function lineWords({ maxConcurrentSessions, tools, budget }: ReportingLine): string | undefined {
  const parts: string[] = [];
  if (maxConcurrentSessions !== undefined) parts.push(`${maxConcurrentSessions} at once`);
  if (tools !== undefined && !tools.includes("*")) parts.push(tools.length === 0 ? "no tools" : "some tools");
  if (budget !== undefined) parts.push("budget");
  return parts.length === 0 ? undefined : parts.join(" · ");
}
