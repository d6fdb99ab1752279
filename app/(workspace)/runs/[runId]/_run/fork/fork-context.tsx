"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { useRunContext } from "../store/run-context.tsx";
import { ForkDialog } from "./fork-dialog.tsx";
import type { ForkTarget } from "./fork-target.ts";

const ForkContext = createContext<((target: ForkTarget) => void) | null>(null);

/** Lets anything below offer a fork from a turn. */
export function ForkProvider({ children }: { readonly children: ReactNode }) {
  const { isReadOnly } = useRunContext();
  const [target, setTarget] = useState<ForkTarget | null>(null);
  return (
    <ForkContext value={isReadOnly ? null : setTarget}>
      {children}
      {target ? (
        <ForkDialog
          key={`${target.sessionId} ${target.turn}`}
          target={target}
          onClose={() => setTarget(null)}
        />
      ) : null}
    </ForkContext>
  );
}

/** Opens the dialog that forks from a turn; null where nothing may be changed. */
export function useFork(): ((target: ForkTarget) => void) | null {
  return useContext(ForkContext);
}
