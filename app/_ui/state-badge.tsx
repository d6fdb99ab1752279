import { type AgentState, agentStates } from "./agent-state.ts";
import { classNames } from "./class-names.ts";

interface StateBadgeProps {
  readonly state: AgentState;
  /** Replaces the state's own word, for example "Waiting for 3 agents". */
  readonly word?: string;
  /** With a soft fill behind it. */
  readonly isPill?: boolean;
  readonly className?: string;
}

/** A state as icon and word, so that it is never said by colour alone. */
export function StateBadge({ state, word, isPill = false, className }: StateBadgeProps) {
  const look = agentStates[state];
  const Icon = look.icon;
  return (
    <span
      className={classNames(
        look.className,
        "inline-flex min-w-0 max-w-full items-center gap-[5px] text-12 font-medium text-state",
        isPill && "h-[22px] rounded-full bg-state-soft px-2",
        className,
      )}
    >
      <Icon className="size-3" />
      <span dir="auto" className="truncate">
        {word ?? look.word}
      </span>
    </span>
  );
}
