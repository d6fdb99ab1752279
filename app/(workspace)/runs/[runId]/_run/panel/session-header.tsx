"use client";

import { ScanText } from "lucide-react";
import Link from "next/link";
import { memo } from "react";
import { AgentAvatar } from "@/app/_ui/agent-avatar.tsx";
import { Button } from "@/app/_ui/button.tsx";
import { StateBadge } from "@/app/_ui/state-badge.tsx";
import { sessionsOf, sessionWord } from "../canvas/card-model.ts";
import { ForkButton } from "../fork/fork-button.tsx";
import { useIsLowSheet } from "../question/low-sheet-context.tsx";
import { useRunContext, useRunParts } from "../store/run-context.tsx";
import type { SessionView } from "../view/run-view.ts";
import { InstanceSwitch } from "./instance-switch.tsx";
import { SessionTodos } from "./session-todos.tsx";
import { StopSessionButton } from "./stop-session-button.tsx";

interface SessionHeaderProps {
  readonly session: SessionView;
}

/** Whose transcript this is, what it does, and the way to what its model was sent. */
export const SessionHeader = memo(function SessionHeader({ session }: SessionHeaderProps) {
  const { runId, document, isReadOnly } = useRunContext();
  const icon = document.agents.find((agent) => agent.id === session.agentId)?.icon ?? "bot";
  const turn = session.turns.at(-1)?.turn;
  const isLow = useIsLowSheet();
  const instances = useRunParts(({ shown }) => sessionsOf(shown, session.agentId));
  return (
    <div className="@container flex-none">
      <div className="flex items-center gap-2.5 px-4 pt-3 pb-2">
        <AgentAvatar icon={icon} state={session.state} />
        <div className="min-w-0 flex-1">
          <div className="flex items-center gap-2">
            <h2 dir="auto" className="truncate text-14 leading-5" tabIndex={-1} data-panel-title="">
              {session.agentName}
            </h2>
            {instances.length > 1 ? <InstanceSwitch instances={instances} selected={session} /> : null}
          </div>
          <div className="flex min-w-0 items-center gap-2">
            <StateBadge state={session.state} word={sessionWord(session)} />
            {turn === undefined ? null : (
              <span className="num flex-none text-12 text-text-3">turn {turn}</span>
            )}
          </div>
        </div>
        {isReadOnly ? null : <StopSessionButton session={session} />}
        {turn === undefined ? null : <ForkButton session={session} turn={turn} isLarge />}
        {turn === undefined || isReadOnly ? null : (
          <Button asChild className="@max-[24rem]:aspect-square @max-[24rem]:px-0!">
            <Link
              href={`/runs/${runId}/turns/${session.sessionId}/${turn}`}
              aria-label={`Inspect turn ${turn} of ${session.agentName}`}
            >
              <ScanText />
              <span className="max-sm:sr-only @max-[24rem]:sr-only">Inspect turn</span>
            </Link>
          </Button>
        )}
      </div>
      {isLow ? null : <SessionTodos todos={session.todos} />}
    </div>
  );
});

interface IdleHeaderProps {
  readonly agentId: string;
}

/** The same for an agent that was not called. */
export function IdleHeader({ agentId }: IdleHeaderProps) {
  const { document } = useRunContext();
  const agent = document.agents.find((one) => one.id === agentId);
  return (
    <div className="flex flex-none items-center gap-2.5 px-4 pt-3 pb-2">
      <AgentAvatar icon={agent?.icon ?? "bot"} />
      <div className="min-w-0 flex-1">
        <h2 dir="auto" className="truncate text-14 leading-5" tabIndex={-1} data-panel-title="">
          {agent?.name ?? "Agent"}
        </h2>
        <StateBadge state="idle" />
      </div>
    </div>
  );
}
