"use client";

import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import Link from "next/link";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { EmptyState } from "../../../_ui/empty-state.tsx";

const lanes: readonly (readonly [string, readonly (readonly [number, number, "box" | "tool" | "line"])[]])[] =
  [
    [
      "Lead",
      [
        [166, 86, "box"],
        [260, 300, "line"],
        [566, 106, "box"],
      ],
    ],
    [
      "Researcher",
      [
        [262, 66, "box"],
        [336, 56, "tool"],
        [400, 56, "box"],
      ],
    ],
    [
      "Writer",
      [
        [420, 76, "box"],
        [504, 58, "line"],
      ],
    ],
    ["Fact checker", [[504, 52, "box"]]],
  ];

/** First visit: what would be here, and the one way to get it. */
export function NoRunsYet() {
  const trpc = useTRPC();
  const orgs = useQuery(trpc.orgs.list.queryOptions());
  const only = orgs.data?.length === 1 ? orgs.data[0] : undefined;
  return (
    <EmptyState
      picture={<LanePicture />}
      title="No runs yet"
      action={
        <Button asChild size={32} variant="primary">
          <Link href={only ? `/orgs/${only.slug}` : "/orgs"}>
            <Play />
            {only ? `Open ${only.name}` : "Choose an org to run"}
          </Link>
        </Button>
      }
    >
      Give an org a task and every turn, tool call and answer is kept here, to watch again. The example org
      needs no key: its agents follow a script.
    </EmptyState>
  );
}

function LanePicture() {
  return (
    <svg viewBox="0 0 720 168" aria-hidden="true" className="block w-full">
      <path d="M150 20V168" stroke="var(--border)" />
      {lanes.map(([name, spans], row) => (
        <g key={name} transform={`translate(0 ${row * 32})`}>
          <text x="20" y="44" fontSize="12" fontWeight="500" fill="var(--text-2)">
            {name}
          </text>
          {spans.map(([x, width, kind]) =>
            kind === "line" ? (
              <line key={x} x1={x} x2={x + width} y1="40" y2="40" stroke="var(--st-idle)" />
            ) : (
              <rect
                key={x}
                x={x + 0.5}
                y="33.5"
                width={width}
                height="13"
                rx="2"
                fill={kind === "tool" ? "var(--surface-3)" : "var(--surface)"}
                stroke="var(--border-strong)"
              />
            ),
          )}
        </g>
      ))}
    </svg>
  );
}

interface NoRunsFoundProps {
  readonly onShowAll: () => void;
}

/** Runs exist, but none fits the filters. */
export function NoRunsFound({ onShowAll }: NoRunsFoundProps) {
  return (
    <div className="border-t px-2">
      <EmptyState isInline title="No run fits" action={<Button onClick={onShowAll}>Show all runs</Button>}>
        No run of this org, state and period has these words in its task or answer.
      </EmptyState>
    </div>
  );
}
