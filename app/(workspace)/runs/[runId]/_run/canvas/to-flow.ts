import type { Edge, Node } from "@xyflow/react";
import type { Agent, OrgDocument } from "@/server/contract/org-document.ts";
import { cardSize } from "../../../../orgs/[orgId]/_canvas/model/geometry.ts";
import { lineWords } from "../../../../orgs/[orgId]/_canvas/model/line-words.ts";
import { type LineCourse, lineCourse } from "./line-geometry.ts";

export type RunNode = Node<
  {
    readonly agent: Agent;
    /** What the line to it holds back; undefined where all passes. */
    readonly heldBack: string | undefined;
  },
  "run-card"
>;
export type RunEdge = Edge<
  {
    readonly parentId: string;
    readonly childId: string;
    readonly course: LineCourse;
    /** What the line holds back; undefined where all passes. */
    readonly words: string | undefined;
  },
  "run-line"
>;

const INITIAL_HEIGHT = 110;
/** Roles and names are on the cards themselves. */
const SILENT = { "aria-roledescription": undefined };

/** The handles of a card that each course leaves from and arrives at. */
const ends: Readonly<Record<LineCourse, { readonly sourceHandle: string; readonly targetHandle: string }>> = {
  down: { sourceHandle: "down", targetHandle: "top" },
  trunk: { sourceHandle: "trunk", targetHandle: "side" },
  ahead: { sourceHandle: "ahead", targetHandle: "side" },
};

/** The pinned drawing as nodes and edges. Made once a run: what lives is read by each card for itself. */
export function toFlow({ agents, lines, direction }: Pick<OrgDocument, "agents" | "lines" | "direction">): {
  readonly nodes: RunNode[];
  readonly edges: RunEdge[];
} {
  const byId = new Map(agents.map((agent) => [agent.id, agent]));
  const heldBack = new Map(lines.map((line) => [line.childId, lineWords(line)]));
  const nodes = agents.map(
    (agent): RunNode => ({
      id: agent.id,
      type: "run-card",
      position: agent.position,
      data: { agent, heldBack: heldBack.get(agent.id) },
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
    const course = lineCourse(parent.position, child.position, direction);
    return [
      {
        id: line.id,
        type: "run-line",
        source: line.parentId,
        target: line.childId,
        ...ends[course],
        data: { parentId: line.parentId, childId: line.childId, course, words: heldBack.get(line.childId) },
      },
    ];
  });
  return { nodes, edges };
}
