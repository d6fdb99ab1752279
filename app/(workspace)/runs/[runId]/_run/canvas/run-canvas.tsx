"use client";

import "@xyflow/react/dist/base.css";
import "./run-canvas.css";
import {
  Background,
  BackgroundVariant,
  ReactFlow,
  type ReactFlowInstance,
  ReactFlowProvider,
} from "@xyflow/react";
import { type ReactNode, useMemo, useRef } from "react";
import { useSilentWrapper } from "../../../../orgs/[orgId]/_canvas/components/use-silent-wrapper.ts";
import { createTree } from "../../../../orgs/[orgId]/_canvas/model/agent-tree.ts";
import { cardSize } from "../../../../orgs/[orgId]/_canvas/model/geometry.ts";
import { useOpenTranscript } from "../panel/panel-context.tsx";
import { useRun, useRunContext } from "../store/run-context.tsx";
import { selectedAgentId } from "../store/selection.ts";
import { CanvasProvider } from "./canvas-context.tsx";
import { CanvasControls } from "./canvas-controls.tsx";
import { RunCard } from "./run-card.tsx";
import { RunLine } from "./run-line.tsx";
import { type RunEdge, type RunNode, toFlow } from "./to-flow.ts";
import { useCanvasKeys } from "./use-canvas-keys.ts";
import { useFollowActivity } from "./use-follow-activity.ts";
import { useStayWhole } from "./use-stay-whole.ts";
import { useStillRings } from "./use-still-rings.ts";
import { FIT } from "./whole-org.ts";

const nodeTypes = { "run-card": RunCard };
const edgeTypes = { "run-line": RunLine };
/** Orgs up to this size are drawn whole; larger ones only where one looks. */
const DRAWN_WHOLE = 150;
const NARROW = 560;
const NARROW_ZOOM = 0.8;
/** Room for what floats over the canvas, where there is room. */
const NARROW_TOP = 88;
const LOW = 240;

interface RunCanvasProps {
  /** What floats over the canvas. */
  readonly children?: ReactNode;
}

/** The org as it was drawn, alive. Read only: it pans and zooms, and only when its reader does. */
export function RunCanvas({ children }: RunCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas>{children}</Canvas>
    </ReactFlowProvider>
  );
}

function Canvas({ children }: RunCanvasProps) {
  const { document, store } = useRunContext();
  const { nodes, edges } = useMemo(() => toFlow(document), [document]);
  const tree = useMemo(() => createTree(document), [document]);
  const follow = useFollowActivity();
  const isStill = useStillRings();
  useStayWhole();
  const openTranscript = useOpenTranscript();
  const drawing = useRef<HTMLDivElement>(null);
  useSilentWrapper(drawing);
  const selected = useRun(selectedAgentId) ?? tree.roots[0];
  const { onKeyDown, focused, onFocus } = useCanvasKeys(tree, { openTranscript, onMove: follow.end });
  return (
    <CanvasProvider
      tabStop={focused ?? selected}
      tree={tree}
      openAgent={(agentId, session) => {
        if (session) store.select(session.sessionId);
        else store.selectAgent(agentId);
        openTranscript();
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the cards inside, which have the focus */}
      <div
        className={`run-canvas relative size-full min-h-0 bg-canvas ${isStill ? "rings-still" : ""}`}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        <div ref={drawing} role="tree" aria-label="Agents" className="size-full">
          <ReactFlow
            defaultNodes={nodes}
            defaultEdges={edges}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={false}
            edgesFocusable={false}
            elementsSelectable={false}
            disableKeyboardA11y
            deleteKeyCode={null}
            onInit={(flow) => showFirst(flow, tree.roots)}
            // What moves by itself has no event.
            onMove={(event) => {
              if (event) follow.end();
            }}
            minZoom={0.1}
            maxZoom={2}
            onlyRenderVisibleElements={nodes.length > DRAWN_WHOLE}
            attributionPosition="bottom-left"
          >
            <Background variant={BackgroundVariant.Dots} gap={20} size={2} color="var(--canvas-dot)" />
          </ReactFlow>
        </div>
        <CanvasControls follow={follow} />
        {children}
      </div>
    </CanvasProvider>
  );
}

/** The first look: the whole org, or on a narrow screen its lead and whatever stands below, large enough to be read. */
function showFirst(flow: ReactFlowInstance<RunNode, RunEdge>, roots: readonly string[]): void {
  const box = document.querySelector(".run-canvas");
  const lead = flow.getNode(roots[0] ?? "");
  if (!box || !lead || box.clientWidth >= NARROW) {
    void flow.fitView(FIT);
    return;
  }
  const x = box.clientWidth / 2 - (lead.position.x + cardSize.width / 2) * NARROW_ZOOM;
  const top = box.clientHeight < LOW ? 8 : NARROW_TOP;
  void flow.setViewport({ x, y: top - lead.position.y * NARROW_ZOOM, zoom: NARROW_ZOOM });
}
