"use client";

import { Ellipsis } from "lucide-react";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { classNames } from "../_ui/class-names.ts";
import { lazyPart } from "../_ui/lazy-part.tsx";
import { IntentLink } from "./intent-link.tsx";
import { CountBadge } from "./place-link.tsx";
import { isWithin, type Place, places, settingsPlace } from "./places.ts";

const MoreMenu = lazyPart(async () => (await import("./more-menu.tsx")).MoreMenu);

const shown = places.slice(0, 4);
const others = [...places.slice(4), settingsPlace];
const cell =
  "relative flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-11 font-medium focus-inside";

interface BottomBarProps {
  readonly openWaits: number;
}

/** The way around under 768 px: four places and the rest behind More. */
export function BottomBar({ openWaits }: BottomBarProps) {
  const pathname = usePathname();
  const isElsewhere = others.some((place) => isWithin(pathname, place));
  return (
    <nav
      aria-label="Main"
      className="flex flex-none border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden [&>*]:h-(--bottombar-height)"
    >
      {shown.map((place) => (
        <BarLink
          key={place.href}
          place={place}
          isCurrent={isWithin(pathname, place)}
          count={place.href === "/inbox" ? openWaits : 0}
        />
      ))}
      <More isCurrent={isElsewhere} />
    </nav>
  );
}

interface MoreProps {
  readonly isCurrent: boolean;
}

/** A button that becomes a menu when it is pressed: until then the menu need not be loaded. */
function More({ isCurrent }: MoreProps) {
  const [isUsed, setIsUsed] = useState(false);
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      onClick={() => setIsUsed(true)}
      className={classNames(cell, isCurrent ? "text-accent" : "text-text-3")}
    >
      <Ellipsis className="size-5" />
      More
    </button>
  );
  if (!isUsed) return button;
  return <MoreMenu fallback={button} onShown={setIsUsed} places={others} trigger={button} />;
}

interface BarLinkProps {
  readonly place: Place;
  readonly isCurrent: boolean;
  readonly count: number;
}

function BarLink({ place, isCurrent, count }: BarLinkProps) {
  const Icon = place.icon;
  return (
    <IntentLink
      href={place.href}
      aria-current={isCurrent ? "page" : undefined}
      className={classNames(cell, isCurrent ? "text-accent" : "text-text-3")}
    >
      <span className="relative">
        <Icon className="size-5" />
        {count > 0 ? <CountBadge count={count} className="absolute -top-1 -right-2.5" /> : null}
      </span>
      {place.label}
      {count > 0 ? <span className="sr-only">, {count} waiting for you</span> : null}
    </IntentLink>
  );
}
