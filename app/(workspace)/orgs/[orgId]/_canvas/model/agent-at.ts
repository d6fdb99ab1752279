import { cardSize, type Point } from "./geometry.ts";

interface Standing {
  readonly id: string;
  readonly type?: string | undefined;
  readonly position: Point;
}

/** The agent whose card covers a point of the canvas; the one drawn last where several do. */
export function agentAt(nodes: readonly Standing[], point: Point): string | undefined {
  return nodes.findLast(
    ({ type, position }) =>
      type === "agent" &&
      point.x >= position.x &&
      point.x <= position.x + cardSize.width &&
      point.y >= position.y &&
      point.y <= position.y + cardSize.height,
  )?.id;
}
