import { useRef } from "react";

interface ReturnFocus {
  /** Call when the dialog opens, before it takes the focus. */
  readonly remember: () => void;
  /** For `onCloseAutoFocus` of a dialog that has no trigger of its own. */
  readonly giveBack: (event: Event) => void;
}

/** Gives the focus back to where it was before a dialog opened, unless something else took it meanwhile. */
export function useReturnFocus(): ReturnFocus {
  const opener = useRef<Element | null>(null);
  return {
    remember: () => {
      opener.current = document.activeElement;
    },
    giveBack: (event) => {
      const { activeElement } = document;
      const isFree = activeElement === null || activeElement === document.body;
      if (!isFree || !(opener.current instanceof HTMLElement) || !opener.current.isConnected) return;
      event.preventDefault();
      opener.current.focus();
    },
  };
}
