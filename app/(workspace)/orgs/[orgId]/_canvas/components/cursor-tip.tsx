import type { ReactNode } from "react";

interface CursorTipProps {
  readonly x: number;
  readonly y: number;
  readonly children: ReactNode;
}

/** A few words beside the cursor. */
export function CursorTip({ x, y, children }: CursorTipProps) {
  return (
    <div
      className="pointer-events-none fixed z-60 inline-flex items-center gap-1.5 rounded-2 bg-text px-2 py-[5px] text-12 whitespace-nowrap text-surface"
      style={{ left: x, top: y }}
    >
      {children}
    </div>
  );
}
