"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleDashed } from "lucide-react";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { ListHeading } from "../../../_ui/list-detail.tsx";

interface PlannedToolsProps {
  readonly search: string;
}

/** Tools that toolboxes and rules name and that are not built yet: no agent gets them, and nothing stands in for them. */
export function PlannedTools({ search }: PlannedToolsProps) {
  const trpc = useTRPC();
  const planned = useQuery(trpc.tools.planned.queryOptions());
  const words = search.trim().toLowerCase();
  const found = (planned.data ?? []).filter((tool) => tool.name.includes(words));
  if (found.length === 0) return null;
  return (
    <section aria-label="Planned" className="flex flex-col">
      <ListHeading icon={<CircleDashed />} count={found.length}>
        Planned, not built yet
      </ListHeading>
      <ul>
        {found.map((tool) => (
          <li key={tool.name} className="border-b px-4 py-2 leading-[1.125rem]">
            <span className="mono block truncate text-12 text-text-2">{tool.name}</span>
            <span className="block truncate text-12 text-text-3" title={tool.namedBy.join(", ")}>
              {tool.namedBy.join(", ")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
