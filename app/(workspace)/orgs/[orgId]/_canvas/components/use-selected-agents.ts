"use client";

import { useShallow } from "zustand/react/shallow";
import { useEditor } from "./editor-context.tsx";

/** The selected agents, in the order of selection. */
export function useSelectedAgents(): readonly string[] {
  return useEditor(useShallow((state) => [...state.selection].filter((id) => state.cards.has(id))));
}
