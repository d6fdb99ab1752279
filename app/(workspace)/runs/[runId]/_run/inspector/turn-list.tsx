"use client";

import Link from "next/link";
import { useEffect, useRef } from "react";
import { AgentAvatar } from "@/app/_ui/agent-avatar.tsx";
import { classNames } from "@/app/_ui/class-names.ts";
import { formatClock } from "@/app/_ui/format-duration.ts";
import { formatCount, formatTokens } from "@/app/_ui/format-tokens.ts";
import { Kbd } from "@/app/_ui/kbd.tsx";
import { useRun, useRunContext } from "../store/run-context.tsx";
import type { SessionView, TurnView } from "../view/run-view.ts";

interface TurnListProps {
  readonly session: SessionView;
  readonly turn: number;
}

/** Every model call of the session: when, how much was sent, how much of it came from the cache. */
export function TurnList({ session, turn }: TurnListProps) {
  const { runId, document } = useRunContext();
  const begin = useRun(({ view }) => view.startedAt) ?? session.startedAt;
  const icon = document.agents.find((agent) => agent.id === session.agentId)?.icon ?? "bot";
  const most = Math.max(1, ...session.turns.map((one) => one.usage?.inputTokens ?? 0));
  return (
    <aside
      aria-label="Turns"
      className="flex min-h-0 flex-col border-r bg-surface max-lg:border-r-0 max-lg:border-b"
    >
      <div className="flex flex-none items-center gap-2.5 border-b px-4 py-3 max-lg:hidden">
        <AgentAvatar icon={icon} state={session.state} />
        <div className="min-w-0">
          <h2 dir="auto" className="truncate text-14 leading-5">
            {session.agentName}
          </h2>
          <p className="num text-12 text-text-3">
            {session.turns.length} {session.turns.length === 1 ? "turn" : "turns"}
          </p>
        </div>
      </div>
      <ol className="min-h-0 flex-1 overflow-auto max-lg:flex">
        {session.turns.map((one) => (
          <li key={one.turn} className="max-lg:w-40 max-lg:flex-none">
            <TurnLink
              turn={one}
              href={`/runs/${runId}/turns/${session.sessionId}/${one.turn}`}
              isCurrent={one.turn === turn}
              share={(one.usage?.inputTokens ?? 0) / most}
              begin={begin}
            />
          </li>
        ))}
      </ol>
      <dl className="flex flex-none flex-col gap-1 border-t px-4 py-3 text-12 text-text-3 max-lg:hidden pointer-coarse:hidden">
        {[
          ["Previous turn", "["],
          ["Next turn", "]"],
          ["Changes only", "C"],
        ].map(([name, key]) => (
          <div key={key} className="flex items-center justify-between">
            <dt>{name}</dt>
            <dd>
              <Kbd>{key}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

interface TurnLinkProps {
  readonly turn: TurnView;
  readonly href: string;
  readonly isCurrent: boolean;
  readonly share: number;
  readonly begin: number;
}

function TurnLink({ turn, href, isCurrent, share, begin }: TurnLinkProps) {
  const { usage } = turn;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [isCurrent]);
  return (
    <Link
      ref={link}
      href={href}
      replace
      aria-current={isCurrent ? "page" : undefined}
      className={classNames(
        "num flex flex-col gap-1.5 border-b px-4 py-2.5 focus-inside max-lg:border-r max-lg:border-b-0",
        isCurrent ? "bg-accent-soft shadow-[inset_2px_0_0_var(--accent)]" : "hover:bg-surface-3",
      )}
    >
      <span className="flex items-center justify-between">
        <span className="text-13 font-medium">Turn {turn.turn}</span>
        <span className="text-11 text-text-3">{formatClock(turn.startedAt - begin)}</span>
      </span>
      <span aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-surface-3">
        <span
          className={classNames("block h-full", isCurrent ? "bg-accent" : "bg-text-2")}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <span className="flex items-center justify-between text-11">
        <span className="text-text-2">{usage ? `${formatCount(usage.inputTokens)} in` : "going on"}</span>
        <span className="text-text-3">{cacheText(usage?.cachedInputTokens)}</span>
      </span>
    </Link>
  );
}

function cacheText(cached: number | undefined): string {
  if (cached === undefined) return "";
  return cached > 0 ? `${formatTokens(cached)} cached` : "none cached";
}
