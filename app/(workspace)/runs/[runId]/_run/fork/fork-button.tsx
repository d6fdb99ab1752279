"use client";

import { GitFork } from "lucide-react";
import { IconButton } from "@/app/_ui/button.tsx";
import type { SessionView } from "../view/run-view.ts";
import { useFork } from "./fork-context.tsx";

interface ForkButtonProps {
  readonly session: SessionView;
  readonly turn: number;
  /** "Fork from turn 2 of Analyst" unless told. */
  readonly label?: string;
  /** As large as the buttons beside it, with an edge. */
  readonly isLarge?: boolean;
}

/** A new run from a turn on. Not there where nothing may be changed. */
export function ForkButton({ session, turn, label, isLarge = false }: ForkButtonProps) {
  const fork = useFork();
  if (!fork) return null;
  return (
    <IconButton
      label={label ?? `Fork from turn ${turn} of ${session.agentName}`}
      {...(isLarge ? { variant: "secondary" } : { className: "!size-6 pointer-coarse:!size-9" })}
      onClick={() => fork({ sessionId: session.sessionId, turn })}
    >
      <GitFork />
    </IconButton>
  );
}
