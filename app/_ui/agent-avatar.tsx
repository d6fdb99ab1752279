import { AgentIcon } from "./agent-icon.tsx";
import { type AgentState, agentStates } from "./agent-state.ts";
import { classNames } from "./class-names.ts";
import { StateRing } from "./state-ring.tsx";

interface AgentAvatarProps {
  readonly icon: string;
  readonly state?: AgentState;
  /** Pixels: 36 on cards, 24 in rows. */
  readonly size?: 24 | 36;
  readonly className?: string;
}

/** An agent's face with the ring that tells its state. Decorative: the state's word belongs beside it. */
export function AgentAvatar({ icon, state = "idle", size = 36, className }: AgentAvatarProps) {
  const look = agentStates[state];
  const Badge = look.icon;
  const isSmall = size === 24;
  return (
    <span
      aria-hidden="true"
      className={classNames(
        look.className,
        "relative grid flex-none place-items-center text-text",
        isSmall ? "size-6" : "size-9",
        className,
      )}
    >
      <span
        className={classNames("absolute rounded-full bg-surface-3", isSmall ? "inset-[3px]" : "inset-1")}
      />
      <StateRing state={state} />
      <AgentIcon name={icon} className={classNames("relative", isSmall ? "size-3" : "size-4")} />
      {look.hasBadge && !isSmall ? (
        <span className="absolute -right-[3px] -bottom-[3px] grid size-4 place-items-center rounded-full bg-state-ring text-surface ring-2 ring-surface">
          <Badge className="size-2.5" />
        </span>
      ) : null}
    </span>
  );
}
