import type { Budget } from "@/server/contract/budget.ts";
import type { OrgDocument } from "@/server/contract/org-document.ts";
import { type LineRefusal, parentsOf, refuseLine } from "@/server/contract/org-graph.ts";
import { newId } from "./new-id.ts";

/** Draws a line; the same document when it is refused. */
export function connect(document: OrgDocument, parentId: string, childId: string): OrgDocument {
  if (refuseLine(document, parentId, childId)) return document;
  return { ...document, lines: [...document.lines, { id: newId("line"), parentId, childId }] };
}

/** Why an agent may not report to another instead of to whom it reports now; undefined when it may. */
export function refuseReparent(
  document: OrgDocument,
  childId: string,
  parentId: string,
): LineRefusal | undefined {
  return refuseLine(withoutParent(document, childId), parentId, childId);
}

/** Makes an agent report to another, or to nobody; the same document when that is refused or already so. */
export function reparent(document: OrgDocument, childId: string, parentId: string | undefined): OrgDocument {
  if (parentsOf(document.lines).get(childId) === parentId) return document;
  if (parentId === undefined) return withoutParent(document, childId);
  if (refuseReparent(document, childId, parentId)) return document;
  return connect(withoutParent(document, childId), parentId, childId);
}

function withoutParent(document: OrgDocument, childId: string): OrgDocument {
  return { ...document, lines: document.lines.filter((line) => line.childId !== childId) };
}

/** Limits of a line that are to change; undefined takes a limit away. */
export interface LineLimits {
  readonly budget?: Budget | undefined;
  readonly maxConcurrentSessions?: number | undefined;
  readonly tools?: string[] | undefined;
}

/** Limits what may be spent, or how much may work at once, over a line. The same document when there is no such line. */
export function setLineLimits(document: OrgDocument, lineId: string, limits: LineLimits): OrgDocument {
  const line = document.lines.find((one) => one.id === lineId);
  if (!line) return document;
  const entries = Object.entries({ ...line, ...limits }).filter(([, value]) => value !== undefined);
  const changed = Object.fromEntries(entries) as typeof line;
  return { ...document, lines: document.lines.map((one) => (one.id === lineId ? changed : one)) };
}
