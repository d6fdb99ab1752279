import type { Position } from "@xyflow/react";
import type { CSSProperties } from "react";
import { classNames } from "@/app/_ui/class-names.ts";

interface LineEndProps {
  readonly type: "source" | "target";
  readonly position: Position;
  /** Where a card has several ends of a kind. */
  readonly id?: string;
  readonly style?: CSSProperties;
  readonly className?: string;
}

/**
 * What React Flow measures a line's end by, where no line is drawn from: a handle that takes part in that listens to every change
 * of every card.
 */
export function LineEnd({ type, position, id, style, className }: LineEndProps) {
  return (
    <div
      aria-hidden="true"
      data-handleid={id}
      data-handlepos={position}
      style={style}
      className={classNames("react-flow__handle", `react-flow__handle-${position}`, type, className)}
    />
  );
}
