import type { ReactNode } from "react";
import { classNames } from "../_ui/class-names.ts";
import { type Crumb, TopBar } from "./top-bar.tsx";

interface PageFrameProps {
  readonly title: ReactNode;
  /** On a phone the title is only read out. */
  readonly isTitleForWide?: boolean;
  readonly crumbs?: readonly Crumb[];
  readonly meta?: ReactNode;
  readonly actions?: ReactNode;
  /** Scrolls as a whole; false when panels inside scroll on their own. */
  readonly isScrolling?: boolean;
  /** Cards lie on the canvas, everything else on the surface. */
  readonly ground?: "surface" | "canvas";
  readonly className?: string;
  readonly children: ReactNode;
}

/** A page of the frame: top bar and `main`, where the skip link leads. */
export function PageFrame({
  isScrolling = true,
  ground = "surface",
  className,
  children,
  ...bar
}: PageFrameProps) {
  return (
    <div className="flex h-full min-h-0 min-w-0 flex-col">
      <TopBar {...bar} />
      <main
        id="main"
        tabIndex={-1}
        className={classNames(
          "min-h-0 min-w-0 flex-1 outline-none",
          ground === "canvas" ? "bg-canvas" : "bg-surface",
          isScrolling ? "overflow-y-auto" : "overflow-hidden",
          className,
        )}
      >
        {children}
      </main>
    </div>
  );
}
