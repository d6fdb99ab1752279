"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { DropdownMenu } from "../_ui/menu.tsx";
import type { Place } from "./places.ts";

interface MoreMenuProps {
  readonly places: readonly Place[];
  readonly trigger: ReactNode;
}

/** The places that have no room on the bottom bar; open from the start, because its button was pressed to get it. */
export function MoreMenu({ places, trigger }: MoreMenuProps) {
  const router = useRouter();
  return (
    <DropdownMenu
      isOpenAtFirst
      align="end"
      side="top"
      trigger={trigger}
      entries={places.map((place) => ({
        kind: "action",
        label: place.label,
        icon: <place.icon />,
        onSelect: () => router.push(place.href),
      }))}
    />
  );
}
