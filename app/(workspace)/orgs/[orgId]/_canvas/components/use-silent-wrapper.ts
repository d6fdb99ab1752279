import { type RefObject, useEffect } from "react";

/** What React Flow draws that its cards tell in words: lines (`leads 2 agents`), the dotted ground, and the credit. */
const DRAWN_ONLY = ".react-flow__edges, .react-flow__background, .react-flow__attribution";

/**
 * Leaves of a canvas, for those who listen, its cards alone: a tree may hold nothing but its items, and React Flow names its wrapper an
 * application, draws each line as a picture without a name, and adds a link.
 */
export function useSilentWrapper(canvas: RefObject<HTMLElement | null>, isDrawn = true): void {
  useEffect(() => {
    if (!isDrawn) return;
    canvas.current?.querySelector(".react-flow")?.setAttribute("role", "none");
    for (const part of canvas.current?.querySelectorAll(DRAWN_ONLY) ?? [])
      part.setAttribute("aria-hidden", "true");
    canvas.current?.querySelector(".react-flow__attribution a")?.setAttribute("tabindex", "-1");
  }, [canvas, isDrawn]);
}
