"use client";

import { useState } from "react";
import type { OpenWait } from "@/server/contract/api.ts";
import { classNames } from "../../../_ui/class-names.ts";
import { lazyPart } from "../../../_ui/lazy-part.tsx";
import { TabPanel, Tabs } from "../../../_ui/tabs.tsx";

const LeadingUp = lazyPart(async () => (await import("./leading-up.tsx")).LeadingUp, { isQuiet: true });
const Rights = lazyPart(async () => (await import("./rights.tsx")).Rights, { isQuiet: true });

type Tab = "before" | "rights";

const tabs = [
  { value: "before", label: "Leading up to it" },
  { value: "rights", label: "Rights" },
] as const;

interface BesideRequestProps {
  readonly wait: OpenWait;
  readonly className?: string;
}

/** What somebody wants to know who decides: how it came to the request, and what the agent may do besides. */
export function BesideRequest({ wait, className }: BesideRequestProps) {
  const [tab, setTab] = useState<Tab>("before");
  return (
    <aside aria-label="Context" className={classNames("min-w-0 bg-surface", className)}>
      <Tabs<Tab> label="Context" value={tab} onValueChange={setTab} tabs={tabs}>
        <TabPanel value="before" className="px-4 pt-1 pb-6">
          <LeadingUp wait={wait} />
        </TabPanel>
        <TabPanel value="rights">
          <Rights wait={wait} />
        </TabPanel>
      </Tabs>
    </aside>
  );
}
