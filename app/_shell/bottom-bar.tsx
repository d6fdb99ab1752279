"use client";

import { Ellipsis } from "lucide-react";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { classNames } from "../_ui/class-names.ts";
import { DropdownMenu } from "../_ui/menu.tsx";
import { CountBadge } from "./place-link.tsx";
import { isWithin, type Place, places, settingsPlace } from "./places.ts";

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
  const router = useRouter();
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
      <DropdownMenu
        align="end"
        side="top"
        entries={others.map((place) => ({
          kind: "action",
          label: place.label,
          icon: <place.icon />,
          onSelect: () => router.push(place.href),
        }))}
        trigger={
          <button type="button" className={classNames(cell, isElsewhere ? "text-accent" : "text-text-3")}>
            <Ellipsis className="size-5" />
            More
          </button>
        }
      />
    </nav>
  );
}

interface BarLinkProps {
  readonly place: Place;
  readonly isCurrent: boolean;
  readonly count: number;
}

function BarLink({ place, isCurrent, count }: BarLinkProps) {
  const Icon = place.icon;
  return (
    <Link
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
    </Link>
  );
}
