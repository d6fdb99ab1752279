import type { Edge, Node } from "@xyflow/react";
import type { Agent, OrgDocument } from "@/server/contract/org-document.ts";
import { cardSize } from "../../../../orgs/[orgId]/_canvas/model/geometry.ts";
import { hangs } from "./line-geometry.ts";

export type RunNode = Node<{ readonly agent: Agent }, "run-card">;
export type RunEdge = Edge<
  { readonly parentId: string; readonly childId: string; readonly isHanging: boolean },
  "run-line"
>;

const INITIAL_HEIGHT = 110;
/** Roles and names are on the cards themselves. */
const SILENT = { "aria-roledescription": undefined };

/** The pinned drawing as nodes and edges. Made once a run: what lives is read by each card for itself. */
export function toFlow({ agents, lines }: Pick<OrgDocument, "agents" | "lines">): {
  readonly nodes: RunNode[];
  readonly edges: RunEdge[];
} {
  const byId = new Map(agents.map((agent) => [agent.id, agent]));
  const nodes = agents.map(
    (agent): RunNode => ({
      id: agent.id,
      type: "run-card",
      position: agent.position,
      data: { agent },
      initialWidth: cardSize.width,
      initialHeight: INITIAL_HEIGHT,
      // React Flow takes pointers only for nodes that can be dragged or selected; ours are pressed.
      style: { pointerEvents: "all" },
      domAttributes: SILENT,
    }),
  );
  const edges = lines.flatMap((line): RunEdge[] => {
    const parent = byId.get(line.parentId);
    const child = byId.get(line.childId);
    if (!parent || !child) return [];
    const isHanging = hangs(parent.position, child.position);
    return [
      {
        id: line.id,
        type: "run-line",
        source: line.parentId,
        target: line.childId,
        sourceHandle: isHanging ? "trunk" : "down",
        targetHandle: isHanging ? "side" : "top",
        data: { parentId: line.parentId, childId: line.childId, isHanging },
        ariaRole: "presentation",
        domAttributes: SILENT,
        ariaLabel: null as unknown as string,
      },
    ];
  });
  return { nodes, edges };
}
