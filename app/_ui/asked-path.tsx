import { ChevronRight, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import type { AgentFace } from "@/server/contract/agent-path.ts";
import { AgentIcon } from "./agent-icon.tsx";
import { classNames } from "./class-names.ts";

interface AskedPathProps {
  /** From where the run began to the agent that asks. */
  readonly path: readonly AgentFace[];
  /** The asker no longer waits for you. */
  readonly isOver?: boolean;
  readonly className?: string;
}

/** Through whom the work reached the agent that asks, from the person who gave it, with their faces. */
export function AskedPath({ path, isOver = false, className }: AskedPathProps) {
  return (
    <ol
      aria-label="Asked through"
      className={classNames("flex min-w-0 flex-wrap items-center gap-x-1 gap-y-1.5", className)}
    >
      <Face icon={<UserRound className="size-3" />}>You</Face>
      {path.map(({ name, icon }, at) => (
        <Face
          // biome-ignore lint/suspicious/noArrayIndexKey: an agent is its place in the path
          key={at}
          icon={<AgentIcon name={icon} className="size-3" />}
          isAsking={at === path.length - 1 && !isOver}
          isFollowing
        >
          {name}
        </Face>
      ))}
    </ol>
  );
}

interface FaceProps {
  readonly icon: ReactNode;
  readonly isAsking?: boolean;
  readonly isFollowing?: boolean;
  readonly children: string;
}

function Face({ icon, isAsking = false, isFollowing = false, children }: FaceProps) {
  return (
    <li className="flex min-w-0 items-center gap-1">
      {isFollowing ? <ChevronRight aria-hidden="true" className="size-3 flex-none text-text-3" /> : null}
      <span
        className={classNames(
          "inline-flex h-6 min-w-0 items-center gap-1.5 rounded-full border px-2 text-12 font-medium",
          isAsking ? "border-st-person-line bg-st-person-soft text-st-person" : "bg-surface",
        )}
      >
        <span aria-hidden="true" className="flex-none">
          {icon}
        </span>
        <span dir="auto" className="truncate" title={children}>
          {children}
        </span>
        {isAsking ? <span className="sr-only">, waits for you</span> : null}
      </span>
    </li>
  );
}
