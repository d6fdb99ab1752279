"use client";

import { AgentAvatar } from "@/app/_ui/agent-avatar.tsx";
import { Chip } from "@/app/_ui/chip.tsx";
import { formatClock } from "@/app/_ui/format-duration.ts";
import { formatMoney } from "@/app/_ui/format-money.ts";
import { formatTokens } from "@/app/_ui/format-tokens.ts";
import { StateBadge } from "@/app/_ui/state-badge.tsx";
import type { Agent } from "@/server/contract/org-document.ts";
import { useShownMoment } from "../store/run-clock.ts";
import { CardBody } from "./card-body.tsx";
import { CardInstances } from "./card-instances.tsx";
import type { CardModel } from "./card-model.ts";

interface RunCardFullProps {
  readonly agent: Agent;
  readonly card: CardModel;
}

/** The whole card: who, in which state, doing what, for how long and how much. Its height follows the state, never a text. */
export function RunCardFull({ agent, card }: RunCardFullProps) {
  const isParallel = card.instances.length > 1;
  return (
    <>
      <div aria-hidden="true" className="flex h-14 items-center gap-2.5 px-2.5">
        <AgentAvatar icon={agent.icon} state={card.state} />
        <div className="min-w-0 flex-1">
          <div className="flex items-center justify-between gap-2">
            <span
              dir="auto"
              className="truncate text-13 leading-[18px] font-semibold tracking-[-0.01em]"
              title={agent.name}
            >
              {agent.name}
            </span>
            {isParallel ? <Chip className="h-[18px]">{card.instances.length} parallel</Chip> : null}
          </div>
          <StateBadge state={card.state} word={card.word} />
        </div>
      </div>
      {isParallel ? (
        <CardInstances instances={card.instances} />
      ) : (
        <CardBody agentId={agent.id} card={card} />
      )}
      <CardFoot card={card} />
    </>
  );
}

function CardFoot({ card }: { readonly card: CardModel }) {
  const now = useShownMoment(card.startedAt !== null && card.finishedAt === null);
  const elapsed = card.startedAt === null ? 0 : (card.finishedAt ?? now) - card.startedAt;
  const tokens = card.usage.inputTokens + card.usage.outputTokens;
  return (
    <div
      aria-hidden="true"
      className="num flex h-7 items-center gap-2 rounded-b-[7px] border-t bg-surface-2 px-2.5 text-11 text-text-3"
    >
      <span>{formatClock(elapsed)}</span>
      <span className="ml-auto">{formatTokens(tokens)} tok</span>
      <span className="min-w-11 text-right">{formatMoney(card.usage.cost, "card")}</span>
    </div>
  );
}
