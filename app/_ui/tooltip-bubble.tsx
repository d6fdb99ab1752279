"use client";

import { Popper } from "radix-ui/internal";
import { createPortal } from "react-dom";
import { Keys } from "./kbd.tsx";
import { keepTooltip, leaveTooltip, type ShownTooltip } from "./tooltip-store.ts";

/** The tooltip itself. It takes no focus and no key, so that Esc still closes what lies below it. */
export function TooltipBubble({ element, label, keys, side }: ShownTooltip) {
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={{ current: element }} />
      {createPortal(
        <Popper.Content
          role="tooltip"
          side={side}
          sideOffset={6}
          collisionPadding={8}
          onPointerEnter={keepTooltip}
          onPointerLeave={leaveTooltip}
          data-state="open"
          className="float-in pointer-events-auto z-60 inline-flex max-w-80 items-center gap-1.5 rounded-2 bg-text px-2 py-[5px] text-12 text-surface"
        >
          {label}
          {keys ? <Keys keys={keys} isInverted /> : null}
        </Popper.Content>,
        document.body,
      )}
    </Popper.Root>
  );
}
