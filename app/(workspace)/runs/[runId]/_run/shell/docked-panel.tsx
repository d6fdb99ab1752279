"use client";

import type { ReactNode } from "react";
import { Group, Panel, Separator, useDefaultLayout } from "react-resizable-panels";
import { browserStorage, keepSetting } from "@/app/_ui/browser-storage.ts";

interface DockedPanelProps {
  readonly canvas: ReactNode;
  readonly panel: ReactNode;
}

const storage = { getItem: browserStorage.getItem, setItem: keepSetting };

/** Canvas and panel side by side; the border between them moves, and stays where it was left. */
export function DockedPanel({ canvas, panel }: DockedPanelProps) {
  const remembered = useDefaultLayout({ id: "run-panel", storage });
  const width = typeof window !== "undefined" && window.innerWidth < 1280 ? 320 : 400;
  return (
    <Group orientation="horizontal" className="min-h-0 flex-1" {...remembered}>
      <Panel id="canvas" minSize={280} className="h-full">
        {canvas}
      </Panel>
      <Separator
        aria-label="Width of the panel"
        className="relative w-px bg-border outline-offset-0 after:absolute after:inset-y-0 after:-left-1 after:w-2 hover:bg-accent focus-visible:bg-accent data-[separator=active]:bg-accent"
      />
      <Panel
        id="panel"
        defaultSize={width}
        minSize={320}
        maxSize={640}
        groupResizeBehavior="preserve-pixel-size"
        className="h-full"
      >
        {panel}
      </Panel>
    </Group>
  );
}
