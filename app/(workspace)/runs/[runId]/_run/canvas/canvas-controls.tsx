"use client";

import { MiniMap, type MiniMapNodeProps, useReactFlow, useStore } from "@xyflow/react";
import { LocateFixed, Maximize, Minus, Plus } from "lucide-react";
import { agentStates } from "@/app/_ui/agent-state.ts";
import { IconButton } from "@/app/_ui/button.tsx";
import { classNames } from "@/app/_ui/class-names.ts";
import { viewDuration } from "@/app/_ui/view-duration.ts";
import { useRun } from "../store/run-context.tsx";
import { selectedAgentId } from "../store/selection.ts";
import { sessionsOf, toCard } from "./card-model.ts";
import type { FollowActivity } from "./use-follow-activity.ts";
import { FIT, LOW_CANVAS } from "./whole-org.ts";

/** Zoom, fit, follow, and the map of the whole where the canvas has room for it. */
export function CanvasControls({ follow }: { readonly follow: FollowActivity }) {
  const flow = useReactFlow();
  const isLow = useStore(({ height }) => height < LOW_CANVAS);
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100));
  return (
    <div className="pointer-events-none absolute right-[calc(var(--covered-right,0px)+1rem)] bottom-4 z-10 flex items-end gap-2 max-md:right-3 max-md:bottom-3 group-data-[stop=55]/sheet:invisible group-data-[stop=92]/sheet:invisible">
      <div
        role="toolbar"
        aria-label="View"
        className="pointer-events-auto flex items-center gap-px rounded-3 border bg-surface p-[3px]"
      >
        <IconButton
          label="Zoom out"
          side="top"
          className="max-md:hidden"
          onClick={() => void flow.zoomOut({ duration: viewDuration() })}
        >
          <Minus />
        </IconButton>
        <span className="num min-w-12 text-center text-12 text-text-2 max-md:hidden">{percent}%</span>
        <IconButton
          label="Zoom in"
          side="top"
          className="max-md:hidden"
          onClick={() => void flow.zoomIn({ duration: viewDuration() })}
        >
          <Plus />
        </IconButton>
        <IconButton
          label="Fit the whole org"
          side="top"
          onClick={() => {
            follow.end();
            void flow.fitView({ ...FIT, duration: viewDuration() });
          }}
        >
          <Maximize />
        </IconButton>
        <span className="mx-0.5 h-4 w-px bg-border" />
        <IconButton
          label={follow.isOn ? "Stop following activity" : "Follow activity"}
          side="top"
          aria-pressed={follow.isOn}
          onClick={follow.toggle}
          className={classNames(follow.isOn && "bg-accent-soft !text-accent")}
        >
          <LocateFixed />
        </IconButton>
      </div>
      {isLow ? null : (
        <div
          onPointerDownCapture={follow.end}
          onWheelCapture={follow.end}
          className="pointer-events-auto overflow-hidden rounded-3 border bg-surface p-1 max-lg:hidden"
        >
          <MiniMap
            nodeComponent={MapCard}
            pannable
            zoomable
            ariaLabel="Map of the org"
            style={{ position: "static", width: 136, height: 84, margin: 0, background: "transparent" }}
            maskColor="transparent"
            maskStrokeColor="var(--line)"
            maskStrokeWidth={1.5}
          />
        </div>
      )}
    </div>
  );
}

/** A card on the map: a block in the colour of its state. */
function MapCard({ id, x, y, width, height }: MiniMapNodeProps) {
  const state = useRun(({ shown }) => toCard(sessionsOf(shown, id)).state);
  const isSelected = useRun((run) => selectedAgentId(run) === id);
  const fill =
    state === "idle"
      ? "var(--border-strong)"
      : state === "waiting-children"
        ? "var(--st-idle)"
        : "var(--state-ring)";
  return (
    <rect
      x={x}
      y={y}
      width={width}
      height={height}
      rx={16}
      className={agentStates[state].className}
      style={{ fill, stroke: isSelected ? "var(--accent)" : "none", strokeWidth: 14 }}
    />
  );
}
