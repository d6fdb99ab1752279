"use client";

import { usePathname } from "next/navigation";
import { IntentLink } from "./intent-link.tsx";
import { Logo } from "./logo.tsx";
import { PlaceLink } from "./place-link.tsx";
import { isWithin, places, settingsPlace } from "./places.ts";
import { ThemeButton } from "./theme-button.tsx";

interface RailProps {
  readonly openWaits: number;
}

/** The way around from 768 px up. */
export function Rail({ openWaits }: RailProps) {
  const pathname = usePathname();
  return (
    <nav
      aria-label="Main"
      className="hidden w-(--rail-width) flex-none flex-col items-center gap-1 overflow-y-auto border-r bg-surface pt-2 pb-3 md:flex"
    >
      <IntentLink href="/orgs" aria-label="OpenHive, all orgs" className="mb-3 flex-none rounded-3">
        <Logo />
      </IntentLink>
      {places.map((place) => (
        <PlaceLink
          key={place.href}
          place={place}
          isCurrent={isWithin(pathname, place)}
          count={place.href === "/inbox" ? openWaits : 0}
        />
      ))}
      <span className="flex-1" />
      <ThemeButton />
      <PlaceLink place={settingsPlace} isCurrent={isWithin(pathname, settingsPlace)} />
    </nav>
  );
}
