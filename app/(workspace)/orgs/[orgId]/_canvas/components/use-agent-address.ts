"use client";

import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef } from "react";
import { showToast } from "@/app/_ui/toast-store.ts";
import { cardSize } from "../model/geometry.ts";
import type { CanvasNode, LineEdge } from "../store/canvas-items.ts";
import { useEditorStore } from "./editor-context.tsx";

/** Cards that an address names are at least this large. */
const READABLE = 0.75;

/**
 * Selects the agent that the address names (`?agent=`, by id or by name) and brings it to the middle; again whenever the
 * address names another. What it returns is called once, when the canvas stands: before that nothing can be moved.
 */
export function useAgentAddress(): () => void {
  const named = useSearchParams().get("agent");
  const store = useEditorStore();
  const flow = useStoreApi<CanvasNode, LineEdge>();
  const { setCenter } = useReactFlow<CanvasNode, LineEdge>();
  const isStanding = useRef(false);
  const show = useCallback(() => {
    if (!named || !isStanding.current) return;
    const { cards, actions } = store.getState();
    const id = cards.has(named) ? named : findByName(cards, named);
    if (id === undefined) {
      showToast({ kind: "info", id: "link", text: "The agent that this link names is not in this org" });
      return;
    }
    actions.focus(id);
    const position = store.getState().nodes.find((node) => node.id === id)?.position;
    if (!position) return;
    const zoom = Math.max(flow.getState().transform[2], READABLE);
    const middle = { x: position.x + cardSize.width / 2, y: position.y + cardSize.height / 2 };
    void setCenter(middle.x, middle.y + 70 / zoom, { zoom, duration: 0 });
  }, [named, store, flow, setCenter]);
  useEffect(show, [show]);
  return useCallback(() => {
    isStanding.current = true;
    show();
  }, [show]);
}

function findByName(
  cards: ReadonlyMap<string, { readonly agent: { readonly name: string } }>,
  name: string,
): string | undefined {
  const wanted = name.toLowerCase();
  for (const [id, { agent }] of cards) if (agent.name.toLowerCase() === wanted) return id;
  return undefined;
}
