"use client";

import { classNames } from "../_ui/class-names.ts";
import { Tooltip } from "../_ui/tooltip.tsx";
import { IntentLink } from "./intent-link.tsx";
import type { Place } from "./places.ts";

interface PlaceLinkProps {
  readonly place: Place;
  readonly isCurrent: boolean;
  /** Things that wait for the reader there. */
  readonly count?: number;
}

/** A place on the rail: an icon, its name in a tooltip. */
export function PlaceLink({ place, isCurrent, count = 0 }: PlaceLinkProps) {
  const Icon = place.icon;
  return (
    <Tooltip label={place.label} side="right">
      <IntentLink
        href={place.href}
        aria-label={count > 0 ? `${place.label}, ${count} waiting for you` : place.label}
        aria-current={isCurrent ? "page" : undefined}
        className={classNames(
          "relative grid size-10 flex-none place-items-center rounded-3 transition-colors duration-80",
          isCurrent
            ? "bg-surface-3 text-text before:absolute before:inset-y-2.5 before:-left-2 before:w-0.5 before:rounded-r-[2px] before:bg-accent"
            : "text-text-3 hover:bg-surface-3 hover:text-text",
        )}
      >
        <Icon className="size-[18px]" />
        {count > 0 ? <CountBadge count={count} className="absolute top-[3px] right-0.5" /> : null}
      </IntentLink>
    </Tooltip>
  );
}

interface CountBadgeProps {
  readonly count: number;
  readonly className?: string;
}

/** Amber, because it calls for the reader. */
export function CountBadge({ count, className }: CountBadgeProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "num h-4 min-w-4 rounded-full border border-st-person-line bg-st-person-soft px-[3px] text-center text-11 leading-[14px] font-semibold text-st-person",
        className,
      )}
    >
      {count > 99 ? "99" : count}
    </span>
  );
}
