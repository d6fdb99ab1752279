import type { OrgDocument, ReportingLine } from "../contract/org-document.ts";
import type { ScopePlace } from "./tool.ts";

/** What a run brings along for all its sessions. */
export interface PlaceRequest {
  readonly provider: string;
  readonly request?: readonly string[] | undefined;
  /** Levels below the agent that the run began at; absent: it began at the lead. */
  readonly depth?: number | undefined;
}

/** Where an agent of the drawing stands: what the lines above it pass on, and through whom work reaches it. */
export function toScopePlace(
  document: OrgDocument,
  agentId: string,
  { provider, request, depth }: PlaceRequest,
): ScopePlace {
  const { lines, names } = indexOf(document);
  const passedOn: (readonly string[])[] = [];
  const chain: string[] = [];
  const seen = new Set<string>();
  for (let id: string | undefined = agentId; id !== undefined && !seen.has(id); ) {
    seen.add(id);
    chain.unshift(names.get(id) ?? id);
    const line = lines.get(id);
    if (line?.tools !== undefined) passedOn.unshift(line.tools);
    id = line?.parentId;
  }
  // What lines withhold is withheld however a run began; who asks through whom is told from its beginning.
  const asked = depth === undefined ? chain : chain.slice(-(depth + 1));
  return { provider, org: document.policy, passedOn, request, chain: asked };
}

interface DrawingIndex {
  /** Lines by the agent below. */
  readonly lines: ReadonlyMap<string, ReportingLine>;
  readonly names: ReadonlyMap<string, string>;
}

/** A version of a drawing is read once and kept, so it is indexed once as well. */
const indexes = new WeakMap<OrgDocument, DrawingIndex>();

function indexOf(document: OrgDocument): DrawingIndex {
  const known = indexes.get(document) ?? {
    lines: new Map(document.lines.map((line) => [line.childId, line])),
    names: new Map(document.agents.map((agent) => [agent.id, agent.name])),
  };
  indexes.set(document, known);
  return known;
}
