import type { LayoutDirection, OrgDocument } from "@/server/contract/org-document.ts";
import { type AgentTree, createTree } from "./agent-tree.ts";
import { cardSize, type Point, spacing } from "./geometry.ts";

/** Up to this many leaves a lead's own team stands in a row. */
const widestRow = 5;

/** What is laid out as one piece: an agent, with its leaves when they hang below it. */
interface Block {
  readonly id: string;
  readonly leaves: readonly string[];
  readonly height: number;
}

/**
 * Places for every agent. Down: inner agents centred over their columns, teams of leaves hanging in a stack below their
 * parent so that a wide team stays narrow. To the right: one column a level, each agent at the middle of its reports.
 * dagre is loaded on first use.
 */
export async function autoLayout(
  document: Pick<OrgDocument, "agents" | "lines"> & Partial<Pick<OrgDocument, "groups">>,
  direction: LayoutDirection = "down",
): Promise<ReadonlyMap<string, Point>> {
  const { default: dagre } = await import("@dagrejs/dagre");
  const tree = createTree(document);
  const isDown = direction === "down";
  const blocks = isDown ? createBlocks(tree) : createSingles(tree);
  const graph = createGraph(dagre, blocks, { isDown, groups: document.groups ?? [] });
  connectBlocks(graph, tree);
  // The first order is the one people drew from left to right, and a tree drawn in it has no crossings to remove.
  dagre.layout(graph, { disableOptimalOrderHeuristic: true });
  const middleOf = (id: string): Point => graph.node(id) as Point;
  return isDown ? toPositions(blocks, middleOf) : toCorners(blocks, middleOf);
}

type Dagre = typeof import("@dagrejs/dagre").default;
type Graph = InstanceType<Dagre["graphlib"]["Graph"]>;

interface GraphOptions {
  readonly isDown: boolean;
  readonly groups: OrgDocument["groups"];
}

function createGraph(dagre: Dagre, blocks: readonly Block[], { isDown, groups }: GraphOptions): Graph {
  const graph = new dagre.graphlib.Graph({ multigraph: false, compound: true });
  graph.setGraph(
    isDown
      ? { rankdir: "TB", nodesep: spacing.column - blockWidth, ranksep: spacing.level - cardSize.height }
      : {
          rankdir: "LR",
          nodesep: spacing.sideRow - cardSize.height,
          ranksep: spacing.sideLevel - cardSize.width,
        },
  );
  graph.setDefaultEdgeLabel(() => ({}));
  const inGroups = groupsOfBlocks(blocks, groups);
  for (const { id, height } of blocks) {
    const width = isDown ? blockWidth : cardSize.width;
    graph.setNode(id, { width: inGroups.has(id) ? width + 2 * groupEdge : width, height });
  }
  for (const [id, groupId] of inGroups) {
    graph.setNode(groupId, {});
    graph.setParent(id, groupId);
  }
  return graph;
}

function connectBlocks(graph: Graph, tree: AgentTree): void {
  for (const [id, children] of tree.children) {
    if (!graph.hasNode(id)) continue;
    for (const child of children) if (graph.hasNode(child)) graph.setEdge(id, child);
  }
}

/** Room left and right of what stands in a group, for the group's own edge. */
const groupEdge = 24;
const blockWidth = cardSize.width + spacing.indent;

/** Blocks that stand in a group as a whole: others are kept out of that group's box. */
function groupsOfBlocks(
  blocks: readonly Block[],
  groups: OrgDocument["groups"],
): ReadonlyMap<string, string> {
  const groupOf = new Map(
    groups.flatMap(({ id, members }) => members.map((member) => [member, id] as const)),
  );
  return new Map(
    blocks.flatMap(({ id, leaves }) => {
      const groupId = groupOf.get(id);
      const isWhole = leaves.every((leaf) => groupOf.get(leaf) === groupId);
      return groupId !== undefined && isWhole ? [[id, groupId] as const] : [];
    }),
  );
}

function createSingles(tree: AgentTree): readonly Block[] {
  return [...tree.agents.keys()].map((id) => ({ id, leaves: [], height: cardSize.height }));
}

function toCorners(blocks: readonly Block[], middleOf: (id: string) => Point): ReadonlyMap<string, Point> {
  return new Map(
    blocks.map(({ id }) => {
      const { x, y } = middleOf(id);
      return [id, { x: Math.round(x - cardSize.width / 2), y: Math.round(y - cardSize.height / 2) }];
    }),
  );
}

function createBlocks(tree: AgentTree): readonly Block[] {
  const hung = new Set<string>();
  const leavesOf = new Map<string, readonly string[]>();
  for (const [id, children] of tree.children) {
    if (!isStack(tree, id, children)) continue;
    leavesOf.set(id, children);
    for (const child of children) hung.add(child);
  }
  return [...tree.agents.keys()]
    .filter((id) => !hung.has(id))
    .map((id) => {
      const leaves = leavesOf.get(id) ?? [];
      const below = leaves.length === 0 ? 0 : spacing.firstLeaf + (leaves.length - 1) * spacing.leaf;
      return { id, leaves, height: cardSize.height + below };
    });
}

function isStack(tree: AgentTree, parentId: string, children: readonly string[]): boolean {
  const areLeaves = children.every((child) => (tree.children.get(child)?.length ?? 0) === 0);
  return areLeaves && (tree.parents.has(parentId) || children.length > widestRow);
}

/** dagre gives the middle of each block, the same height for all of one rank: turn them into upper left corners. */
function toPositions(blocks: readonly Block[], middleOf: (id: string) => Point): ReadonlyMap<string, Point> {
  const rankHeights = new Map<number, number>();
  for (const block of blocks) {
    const rank = middleOf(block.id).y;
    rankHeights.set(rank, Math.max(rankHeights.get(rank) ?? 0, block.height));
  }
  const positions = new Map<string, Point>();
  for (const block of blocks) {
    const middle = middleOf(block.id);
    const x = Math.round(middle.x - blockWidth / 2);
    const y = Math.round(middle.y - (rankHeights.get(middle.y) ?? block.height) / 2);
    positions.set(block.id, { x, y });
    block.leaves.forEach((leaf, index) => {
      positions.set(leaf, { x: x + spacing.indent, y: y + spacing.firstLeaf + index * spacing.leaf });
    });
  }
  return positions;
}
