"use client";

import { type OnConnectEnd, useConnection, useReactFlow } from "@xyflow/react";
import { useCallback, useEffect } from "react";
import { refuseLine } from "@/server/contract/org-graph.ts";
import { agentAt } from "../model/agent-at.ts";
import { groupAround } from "../model/edit-groups.ts";
import { cardBox, cardSize, type Point } from "../model/geometry.ts";
import type { CanvasNode, LineEdge } from "../store/canvas-items.ts";
import { useEditorStore } from "./editor-context.tsx";
import { isOverCanvas } from "./is-over-canvas.ts";

interface DrawnLine {
  readonly fromId: string;
  /** Drawn from the lower edge down, or from the upper edge up to a new parent. */
  readonly isDownwards: boolean;
}

function endsOf(
  { fromId, isDownwards }: DrawnLine,
  otherId: string,
): { readonly parentId: string; readonly childId: string } {
  return isDownwards ? { parentId: fromId, childId: otherId } : { parentId: otherId, childId: fromId };
}

/** Ends a drawn line: connects, or creates an agent where the line was let go over empty canvas. Elsewhere it is given up. */
export function useLineEnd(): OnConnectEnd {
  const store = useEditorStore();
  const { screenToFlowPosition } = useReactFlow<CanvasNode, LineEdge>();
  return useCallback(
    (event, { fromNode, fromHandle }) => {
      const state = store.getState();
      state.actions.setReason(undefined);
      state.actions.setDropTarget(undefined);
      const cursor = cursorOf(event);
      if (!fromNode || !fromHandle || !isOverCanvas(cursor)) return;
      const drawn = { fromId: fromNode.id, isDownwards: fromHandle.type === "source" };
      const point = screenToFlowPosition(cursor);
      const otherId = agentAt(state.nodes, point);
      if (otherId !== undefined) {
        connectTo(state, drawn, otherId);
        return;
      }
      const created = createAt(state, drawn, point);
      if (created !== undefined) state.actions.setRenaming(created);
    },
    [store, screenToFlowPosition],
  );
}

type State = ReturnType<ReturnType<typeof useEditorStore>["getState"]>;

function connectTo({ actions, document }: State, drawn: DrawnLine, otherId: string): void {
  const { parentId, childId } = endsOf(drawn, otherId);
  const refusal = refuseLine(document, parentId, childId);
  if (refusal === undefined) actions.connect(parentId, childId);
  else if (otherId !== drawn.fromId) actions.announce(`Not connected: ${refusal}`);
}

/** Where an agent stands that is made at the end of a line: hung below the point, or set upon it. */
function cornerAt({ isDownwards }: Pick<DrawnLine, "isDownwards">, { x, y }: Point): Point {
  return { x: x - cardSize.width / 2, y: isDownwards ? y : y - cardSize.height };
}

/** The id of a child hung at the point, or of a parent above an agent that has none. */
function createAt({ actions, document }: State, drawn: DrawnLine, point: Point): string | undefined {
  const position = cornerAt(drawn, point);
  if (drawn.isDownwards) return actions.addAgent("blank", { parentId: drawn.fromId, position });
  if (document.lines.some((line) => line.childId === drawn.fromId)) {
    actions.announce("Not connected: Already reports to someone");
    return undefined;
  }
  const parentId = actions.addAgent("blank", { position });
  actions.connect(parentId, drawn.fromId);
  return parentId;
}

/**
 * Lights up the card that the line being drawn would connect, or the group a new one would belong to, or says at the cursor why
 * it would be refused there. Esc gives the line up.
 */
export function useLineReason(): void {
  const store = useEditorStore();
  const { flowToScreenPosition } = useReactFlow<CanvasNode, LineEdge>();
  const connection = useConnection<CanvasNode>();
  const { inProgress, fromNode, fromHandle, to: pointer } = connection;
  const fromId = fromNode?.id;
  const isDownwards = fromHandle?.type === "source";
  useEscape(inProgress);
  useEffect(() => {
    const state = store.getState();
    if (!inProgress || fromId === undefined || !pointer) return;
    const cursor = flowToScreenPosition(pointer);
    const { lit, refusal } = isOverCanvas(cursor) ? endAt(state, { fromId, isDownwards }, pointer) : {};
    state.actions.setDropTarget(lit);
    state.actions.setReason(refusal === undefined ? undefined : { text: refusal, ...cursor });
  }, [store, flowToScreenPosition, inProgress, fromId, isDownwards, pointer]);
}

/** What letting the line go here comes to: the card it would connect or the group a new agent would be in, or why not. */
function endAt(
  state: State,
  drawn: DrawnLine,
  pointer: Point,
): { readonly lit?: string | undefined; readonly refusal?: string | undefined } {
  const otherId = agentAt(state.nodes, pointer);
  if (otherId === undefined) {
    const made = cardBox(cornerAt(drawn, pointer));
    return { lit: groupAround(state.document, made, state.folded)?.id };
  }
  if (otherId === drawn.fromId && isNear(state.nodes, otherId, pointer)) return {};
  const refusal = refusalOf(state, drawn, otherId);
  return refusal === undefined ? { lit: otherId } : { refusal };
}

/** Lets a line that is being drawn go where it makes nothing: outside the window. React Flow ends one only by a button let go. */
function useEscape(isDrawing: boolean): void {
  useEffect(() => {
    if (!isDrawing) return;
    const onKey = (pressed: KeyboardEvent) => {
      if (pressed.key !== "Escape") return;
      pressed.stopPropagation();
      document.dispatchEvent(new MouseEvent("mouseup", { clientX: -1, clientY: -1 }));
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, [isDrawing]);
}

/** Why a line cannot end at an agent, in words for the cursor; undefined when it can. */
function refusalOf(state: State, drawn: DrawnLine, otherId: string): string | undefined {
  const { parentId, childId } = endsOf(drawn, otherId);
  const refusal = refuseLine(state.document, parentId, childId);
  return refusal === "Already reports to someone" ? reportsAlready(state, childId) : refusal;
}

/** "Writer already reports to Lead". */
function reportsAlready({ document, cards }: State, childId: string): string {
  const parentId = document.lines.find((line) => line.childId === childId)?.parentId ?? "";
  return `${cards.get(childId)?.agent.name} already reports to ${cards.get(parentId)?.agent.name}`;
}

/** Close to the handle the drag began at: not meant as a line to itself yet. */
function isNear(nodes: readonly CanvasNode[], id: string, point: Point): boolean {
  const position = nodes.find((node) => node.id === id)?.position;
  if (!position) return false;
  const above = point.y - position.y;
  return above < 16 || above > cardSize.height - 16;
}

function cursorOf(event: MouseEvent | TouchEvent): Point {
  const at = "changedTouches" in event ? event.changedTouches[0] : event;
  return { x: at?.clientX ?? 0, y: at?.clientY ?? 0 };
}
