"use client";

import "@xyflow/react/dist/base.css";
import "./run-canvas.css";
import { Background, BackgroundVariant, ReactFlow, ReactFlowProvider } from "@xyflow/react";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { createTree } from "../../../../orgs/[orgId]/_canvas/model/agent-tree.ts";
import { useOpenTranscript } from "../panel/panel-context.tsx";
import { useRun, useRunContext } from "../store/run-context.tsx";
import { selectedAgentId } from "../store/selection.ts";
import { CanvasProvider } from "./canvas-context.tsx";
import { CanvasControls } from "./canvas-controls.tsx";
import { RunCard } from "./run-card.tsx";
import { RunLine } from "./run-line.tsx";
import { toFlow } from "./to-flow.ts";
import { useCanvasKeys } from "./use-canvas-keys.ts";
import { useFollowActivity } from "./use-follow-activity.ts";
import { useStillRings } from "./use-still-rings.ts";

const nodeTypes = { "run-card": RunCard };
const edgeTypes = { "run-line": RunLine };
const FIT = { maxZoom: 1, minZoom: 0.2, padding: 0.08 };
/** Orgs up to this size are drawn whole; larger ones only where one looks. */
const DRAWN_WHOLE = 150;

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
  const openTranscript = useOpenTranscript();
  const selected = useRun(selectedAgentId) ?? tree.roots[0];
  const { onKeyDown, focused, onFocus } = useCanvasKeys(tree, openTranscript);
  return (
    <CanvasProvider
      tabStop={focused ?? selected}
      levels={tree.levels}
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
        <TreeRole>
          <ReactFlow
            defaultNodes={nodes}
            defaultEdges={edges}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            aria-label="Agents"
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={false}
            edgesFocusable={false}
            elementsSelectable={false}
            disableKeyboardA11y
            deleteKeyCode={null}
            fitView
            fitViewOptions={FIT}
            minZoom={0.1}
            maxZoom={2}
            onlyRenderVisibleElements={nodes.length > DRAWN_WHOLE}
            proOptions={{ hideAttribution: true }}
          >
            <Background variant={BackgroundVariant.Dots} gap={20} size={2} color="var(--canvas-dot)" />
          </ReactFlow>
        </TreeRole>
        <CanvasControls follow={follow} />
        {children}
      </div>
    </CanvasProvider>
  );
}

/** React Flow calls its root an application; what is in it is a tree that can be walked. */
function TreeRole({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector(".react-flow")?.setAttribute("role", "tree");
  }, []);
  return (
    <div ref={box} className="size-full">
      {children}
    </div>
  );
}
