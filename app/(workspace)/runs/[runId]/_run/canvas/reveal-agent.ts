import type { ReactFlowInstance } from "@xyflow/react";
import { viewDuration } from "@/app/_ui/view-duration.ts";

const MARGIN = 24;

type Flow = Pick<ReactFlowInstance, "getNodesBounds" | "flowToScreenPosition" | "setCenter" | "getZoom">;

/** Pans so that an agent's card is in view; a card that is stays where it is. Only for what the reader asked for. */
export function revealAgent(flow: Flow, agentId: string): void {
  const { x, y, width, height } = flow.getNodesBounds([agentId]);
  const box = document.querySelector(".run-canvas")?.getBoundingClientRect();
  if (!box || width === 0) return;
  const from = flow.flowToScreenPosition({ x, y });
  const to = flow.flowToScreenPosition({ x: x + width, y: y + height });
  const isInView =
    from.x >= box.left + MARGIN &&
    from.y >= box.top + MARGIN &&
    to.x <= box.right - MARGIN &&
    to.y <= box.bottom - MARGIN;
  if (isInView) return;
  const center = { x: x + width / 2, y: y + height / 2 };
  void flow.setCenter(center.x, center.y, { zoom: flow.getZoom(), duration: viewDuration() });
}
