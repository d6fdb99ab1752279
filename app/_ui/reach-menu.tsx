"use client";

import type { ReactNode } from "react";
import type { GrantReach } from "@/server/contract/approval.ts";
import { DropdownMenu } from "./menu.tsx";

interface ReachMenuProps {
  readonly agentName: string;
  readonly reaches: readonly GrantReach[];
  readonly reach: GrantReach;
  readonly setReach: (reach: GrantReach) => void;
  readonly trigger: ReactNode;
}

/** How far "always" goes; open from the start, because its button was pressed to get it. */
export function ReachMenu({ agentName, reaches, reach, setReach, trigger }: ReachMenuProps) {
  return (
    <DropdownMenu
      isOpenAtFirst
      trigger={trigger}
      entries={reaches.map((one) => ({
        kind: "check",
        label: choice(one, agentName),
        isChecked: one === reach,
        onSelect: () => setReach(one),
      }))}
    />
  );
}

function choice(reach: GrantReach, agentName: string): string {
  return {
    run: `${agentName}, until this run ends`,
    agent: `${agentName}, in every run of this org`,
    org: "Every agent of this org",
  }[reach];
}
