"use client";

import {
  Background,
  BackgroundVariant,
  ConnectionMode,
  type EdgeMouseHandler,
  type NodeMouseHandler,
  ReactFlow,
  useStore,
  useStoreApi,
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import "./canvas.css";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { classNames } from "@/app/_ui/class-names.ts";
import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import { smallestZoom } from "../model/geometry.ts";
import type { CanvasNode, LineEdge as LineEdgeType } from "../store/canvas-items.ts";
import { answerReport } from "./agent-keys.ts";
import { AgentNode } from "./agent-node.tsx";
import { AlignmentGuides } from "./alignment-guides.tsx";
import { DraftLine } from "./draft-line.tsx";
import { useEditor, useEditorActions, useEditorStore } from "./editor-context.tsx";
import { GroupNode } from "./group-node.tsx";
import { LineEdge } from "./line-edge.tsx";
import { NoteNode } from "./note-node.tsx";
import { useAgentAddress } from "./use-agent-address.ts";
import { useCanvasKeys } from "./use-canvas-keys.ts";
import { useCanvasMenu } from "./use-canvas-menu.ts";
import { useCardDrag } from "./use-card-drag.ts";
import { useFarLines } from "./use-far-lines.ts";
import { useFirstView } from "./use-first-view.ts";
import { useFit } from "./use-fit.ts";
import { useFollowFocus } from "./use-follow-focus.ts";
import { useLineEnd, useLineReason } from "./use-line-drawing.ts";
import { useMediaQuery } from "./use-media-query.ts";
import { useSilentWrapper } from "./use-silent-wrapper.ts";
import { useSpacePan } from "./use-space-pan.ts";
import { toZoomStep } from "./zoom-step.ts";

const LineSheet = lazyPart(async () => (await import("./line-sheet.tsx")).LineSheet, { isQuiet: true });
const CanvasMenu = lazyPart(async () => (await import("./canvas-menu.tsx")).CanvasMenu);

const nodeTypes = { agent: AgentNode, note: NoteNode, box: GroupNode };
const edgeTypes = { line: LineEdge };
const multiSelectKeys = ["Meta", "Control"];
/** From this many agents on, only what is in view is in the page. */
const manyAgents = 250;

/** The drawing: cards and lines on a dotted ground, moved by pointer, touch or keys. One tab stop; arrows walk inside. */
export function OrgCanvas() {
  const nodes = useEditor((state) => state.nodes);
  const isGranting = useEditor(
    (state) => state.pendingGrant !== undefined || state.pendingReport !== undefined,
  );
  const isLarge = nodes.length > manyAgents;
  const { near, far } = useFarLines(isLarge);
  const drag = useCardDrag();
  const onConnectEnd = useLineEnd();
  const onKeyDown = useCanvasKeys();
  const clicks = useClicks();
  const fitOrg = useFit();
  // A finger pans wherever it begins; it moves what was selected before.
  const isTouch = useMediaQuery("(pointer: coarse)");
  const showAddressed = useAgentAddress();
  const menu = useCanvasMenu();
  const canvas = useRef<HTMLDivElement>(null);
  const first = useFirstView(canvas);
  useSilentWrapper(canvas, first !== undefined);
  useSpacePan(canvas);
  const flow = useStoreApi();
  // The same from move to move of a drag, so that nothing of it is drawn anew.
  const onInit = useCallback(() => {
    const { width, height } = flow.getState();
    if (width !== first?.size.width || height !== first.size.height)
      fitOrg({ isInstant: true, isReadable: true });
    showAddressed();
  }, [flow, first, fitOrg, showAddressed]);
  const layers = useMemo(() => <Layers far={far} />, [far]);
  return (
    <>
      <div
        ref={canvas}
        role="tree"
        aria-label="Agents"
        aria-multiselectable="true"
        onKeyDown={onKeyDown}
        {...menu.handlers}
        className={classNames(
          "org-canvas absolute inset-0",
          isGranting && "[&_.react-flow__node]:cursor-copy",
        )}
      >
        {first ? (
          <ReactFlow<CanvasNode, LineEdgeType>
            defaultViewport={first.viewport}
            nodes={nodes}
            edges={near}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            {...drag}
            {...clicks}
            onConnectEnd={onConnectEnd}
            connectionMode={ConnectionMode.Strict}
            connectionLineComponent={DraftLine}
            connectionRadius={0}
            connectOnClick={false}
            deleteKeyCode={null}
            panActivationKeyCode={null}
            multiSelectionKeyCode={multiSelectKeys}
            disableKeyboardA11y
            nodesFocusable={false}
            edgesFocusable={false}
            elevateNodesOnSelect={false}
            zoomOnDoubleClick={false}
            minZoom={smallestZoom}
            maxZoom={2}
            snapToGrid
            snapGrid={[4, 4]}
            nodeDragThreshold={3}
            nodesDraggable={!isTouch}
            onlyRenderVisibleElements={isLarge}
            onInit={onInit}
            attributionPosition="top-right"
          >
            {layers}
          </ReactFlow>
        ) : null}
      </div>
      {menu.place ? (
        <CanvasMenu
          key={`${menu.place.x} ${menu.place.y}`}
          place={menu.place}
          onClose={menu.close}
          onShown={(isShown) => {
            if (!isShown) menu.close();
          }}
        />
      ) : null}
    </>
  );
}

/** What lies on the canvas besides cards, and what watches it. */
function Layers({ far }: { readonly far: readonly LineEdgeType[] }) {
  return (
    <>
      <Background variant={BackgroundVariant.Dots} gap={20} size={1.5} />
      {far.length > 0 ? <LineSheet lines={far} /> : null}
      <AlignmentGuides />
      <CanvasWatchers />
    </>
  );
}

/** What reacts to React Flow's own state without drawing the canvas anew. */
function CanvasWatchers() {
  // Before its first effects React Flow tells a zoom that nobody looks with.
  const step = useStore((state) => (state.panZoom ? toZoomStep(state.transform[2]) : undefined));
  const { setZoomStep } = useEditorActions();
  useEffect(() => {
    if (step) setZoomStep(step);
  }, [step, setZoomStep]);
  useFollowFocus();
  useLineReason();
  return null;
}

interface Clicks {
  readonly onNodeClick: NodeMouseHandler<CanvasNode>;
  readonly onNodeDoubleClick: NodeMouseHandler<CanvasNode>;
  readonly onEdgeClick: EdgeMouseHandler<LineEdgeType>;
  readonly onPaneClick: () => void;
}

function useClicks(): Clicks {
  const store = useEditorStore();
  return {
    onNodeClick: useCallback(
      (_event, node) => {
        const state = store.getState();
        const { actions, pendingGrant, pendingReport, cards } = state;
        actions.setWorkplace("canvas");
        if (!cards.has(node.id)) return;
        actions.setFocused(node.id);
        document.querySelector<HTMLElement>(`[data-agent-id="${node.id}"]`)?.focus({ preventScroll: true });
        if (pendingReport !== undefined) answerReport(state, pendingReport, node.id);
        if (!pendingGrant) return;
        actions.grant(node.id, pendingGrant);
        actions.setPendingGrant(undefined);
      },
      [store],
    ),
    onNodeDoubleClick: useCallback(
      (_event, node) => {
        if (node.type !== "note") store.getState().actions.setRenaming(node.id);
      },
      [store],
    ),
    onEdgeClick: useCallback((_event, edge) => store.getState().actions.select(new Set([edge.id])), [store]),
    onPaneClick: useCallback(() => {
      const { actions } = store.getState();
      actions.select(new Set());
      actions.setPendingGrant(undefined);
      actions.setPendingReport(undefined);
    }, [store]),
  };
}
