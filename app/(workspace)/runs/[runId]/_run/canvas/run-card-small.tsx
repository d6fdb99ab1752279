import { AgentAvatar } from "@/app/_ui/agent-avatar.tsx";
import { agentStates } from "@/app/_ui/agent-state.ts";
import type { Agent } from "@/server/contract/org-document.ts";
import type { CardModel } from "./card-model.ts";

interface RunCardNameProps {
  readonly agent: Agent;
  readonly card: CardModel;
}

/** Under 60 %: face, ring and name, large enough to be read at that size. */
export function RunCardName({ agent, card }: RunCardNameProps) {
  return (
    <div aria-hidden="true" className="flex h-[86px] items-center gap-3 px-3">
      <span className="grid size-14 flex-none place-items-center">
        <AgentAvatar icon={agent.icon} state={card.state} className="scale-[1.5]" />
      </span>
      <span
        dir="auto"
        className="line-clamp-2 min-w-0 flex-1 text-[1.4rem] leading-7 font-semibold wrap-anywhere"
      >
        {agent.name}
      </span>
    </div>
  );
}

/** Under 30 %: only the state. */
export function RunCardBlock({ card }: { readonly card: CardModel }) {
  const Icon = agentStates[card.state].icon;
  return (
    <div
      aria-hidden="true"
      className="grid h-[86px] place-items-center rounded-[7px] bg-state-soft text-state"
    >
      <Icon className="size-12" />
    </div>
  );
}
