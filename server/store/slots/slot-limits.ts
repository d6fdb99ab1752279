import type { OrgDocument, ReportingLine } from "../../contract/org-document.ts";

/** How many sessions may be at work at the same time under one name. */
export interface SlotLimit {
  /** Names the limit across all orgs and runs. */
  readonly key: string;
  readonly capacity: number;
  /** Why a session waits that finds no room: continues "waits, because". */
  readonly reason: string;
}

/** Limits that no drawing holds. */
export interface SlotSettings {
  /** Of all sessions on this database. */
  readonly global: number | undefined;
  /** By provider id. */
  readonly providers: ReadonlyMap<string, number>;
}

export interface SlotPlace {
  readonly orgId: string;
  readonly agentId: string;
  readonly provider: string;
}

/**
 * Every limit that a session counts under: its agent's, those of the reporting lines above it (a line counts all that works
 * below it), its provider's and everybody's. Closest first, so that the reason people read is the one they can change.
 */
export function slotLimitsOf(
  document: OrgDocument,
  { orgId, agentId, provider }: SlotPlace,
  settings: SlotSettings,
): readonly SlotLimit[] {
  const limits: SlotLimit[] = [];
  const drawn = drawnLimits(document);
  const own = drawn.agents.get(agentId);
  if (own) {
    limits.push({
      key: `agent:${orgId}:${agentId}`,
      capacity: own.capacity,
      reason: `${own.name} works on ${count(own.capacity)} at a time`,
    });
  }
  for (const { line, capacity, name } of linesAbove(drawn, agentId)) {
    limits.push({
      key: `line:${orgId}:${line.childId}`,
      capacity,
      reason: `the line ${name} carries ${count(capacity)} at a time`,
    });
  }
  const most = settings.providers.get(provider);
  if (most !== undefined) {
    limits.push({
      key: `provider:${provider}`,
      capacity: most,
      reason: `the provider ${provider} is given ${count(most)} at a time`,
    });
  }
  if (settings.global !== undefined) {
    limits.push({
      key: "global",
      capacity: settings.global,
      reason: `OpenHive works on ${count(settings.global)} at a time`,
    });
  }
  return limits;
}

interface LimitedLine {
  readonly line: ReportingLine;
  readonly capacity: number;
  readonly name: string;
}

interface DrawnLimits {
  readonly agents: ReadonlyMap<string, { readonly name: string; readonly capacity: number }>;
  readonly hasLines: boolean;
  /** By the agent that reports over it. */
  readonly lines: ReadonlyMap<string, ReportingLine>;
  readonly names: ReadonlyMap<string, string>;
}

/** Versions of drawings never change, so each is read once. */
const known = new WeakMap<OrgDocument, DrawnLimits>();

function drawnLimits(document: OrgDocument): DrawnLimits {
  const found = known.get(document);
  if (found) return found;
  const hasLines = document.lines.some((line) => line.maxConcurrentSessions !== undefined);
  const drawn: DrawnLimits = {
    agents: new Map(
      document.agents.flatMap(({ id, name, limits }) =>
        limits.maxConcurrentSessions === undefined
          ? []
          : [[id, { name, capacity: limits.maxConcurrentSessions }] as const],
      ),
    ),
    hasLines,
    lines: new Map(hasLines ? document.lines.map((line) => [line.childId, line]) : []),
    names: new Map(hasLines ? document.agents.map((agent) => [agent.id, agent.name]) : []),
  };
  known.set(document, drawn);
  return drawn;
}

function linesAbove({ hasLines, lines, names }: DrawnLimits, agentId: string): readonly LimitedLine[] {
  if (!hasLines) return [];
  const above: LimitedLine[] = [];
  const seen = new Set<string>();
  let line = lines.get(agentId);
  while (line && !seen.has(line.childId)) {
    seen.add(line.childId);
    const { parentId, childId, maxConcurrentSessions: capacity } = line;
    const name = `${names.get(parentId) ?? parentId} to ${names.get(childId) ?? childId}`;
    if (capacity !== undefined) above.push({ line, capacity, name });
    line = lines.get(parentId);
  }
  return above;
}

function count(capacity: number): string {
  return capacity === 1 ? "1 session" : `${capacity} sessions`;
}
