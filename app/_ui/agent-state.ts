import {
  Check,
  Circle,
  CircleDashed,
  CornerRightDown,
  Ellipsis,
  Hand,
  type LucideIcon,
  Pause,
  Square,
  Wrench,
  X,
} from "lucide-react";

/** What an agent, a session or a tool call is doing. The same ten everywhere: card, transcript, lane, list, toast. */
export type AgentState =
  | "idle"
  | "queued"
  | "thinking"
  | "calling"
  | "waiting-children"
  | "waiting-person"
  | "done"
  | "failed"
  | "paused"
  | "stopped";

export interface AgentStateLook {
  readonly word: string;
  readonly icon: LucideIcon;
  /** Sets the custom properties behind `text-state`, `bg-state-soft`, `border-state-edge`. */
  readonly className: string;
  /** Whether the avatar repeats the state as a small badge. */
  readonly hasBadge: boolean;
  /** One sentence on what it means for the person watching. */
  readonly meaning: string;
}

/** Icon, word and colour of every state. */
export const agentStates: Readonly<Record<AgentState, AgentStateLook>> = {
  idle: { word: "Idle", icon: Circle, className: "state-idle", hasBadge: false, meaning: "Not called yet" },
  queued: {
    word: "Queued",
    icon: CircleDashed,
    className: "state-queued",
    hasBadge: false,
    meaning: "Holds no slot, costs nothing",
  },
  thinking: {
    word: "Thinking",
    icon: Ellipsis,
    className: "state-thinking",
    hasBadge: false,
    meaning: "The model answers",
  },
  calling: {
    word: "Calling a tool",
    icon: Wrench,
    className: "state-calling",
    hasBadge: false,
    meaning: "A tool runs",
  },
  "waiting-children": {
    word: "Waiting for agents",
    icon: CornerRightDown,
    className: "state-waiting-children",
    hasBadge: false,
    meaning: "Parked, costs nothing",
  },
  "waiting-person": {
    word: "Waiting for you",
    icon: Hand,
    className: "state-waiting-person",
    hasBadge: true,
    meaning: "Only you can move it on",
  },
  done: { word: "Done", icon: Check, className: "state-done", hasBadge: true, meaning: "Answer returned" },
  failed: {
    word: "Failed",
    icon: X,
    className: "state-failed",
    hasBadge: true,
    meaning: "Ended with an error",
  },
  paused: { word: "Paused", icon: Pause, className: "state-paused", hasBadge: true, meaning: "Held by you" },
  stopped: {
    word: "Stopped",
    icon: Square,
    className: "state-stopped",
    hasBadge: true,
    meaning: "Ended by you",
  },
};

/** All states in the order in which they usually come. */
export const agentStateNames = Object.keys(agentStates) as readonly AgentState[];

/** "Waiting for 3 agents": the word of a parked session when the number is known. */
export function waitingForAgents(count: number): string {
  return count === 1 ? "Waiting for an agent" : `Waiting for ${count} agents`;
}
