import { type RefObject, useEffect } from "react";
import type { FocusRequest } from "../store/editor-state.ts";
import { useEditorActions } from "./editor-context.tsx";

interface AskedFocus {
  readonly request: FocusRequest | undefined;
  /** The field that its name is typed in takes the focus instead. */
  readonly isRenaming: boolean;
}

/** Takes the keyboard focus when it is asked for, once: what is drawn anew later takes it from nobody who has it by then. */
export function useAskedFocus(
  element: RefObject<HTMLElement | null>,
  { request, isRenaming }: AskedFocus,
): void {
  const { serveFocus } = useEditorActions();
  useEffect(() => {
    if (!request) return;
    if (!isRenaming) element.current?.focus({ preventScroll: true });
    serveFocus(request);
  }, [element, request, isRenaming, serveFocus]);
}
