"use client";

import { ChevronDown, ChevronRight } from "lucide-react";
import { Collapsible } from "radix-ui";
import { memo } from "react";
import { agentStates } from "@/app/_ui/agent-state.ts";
import { classNames } from "@/app/_ui/class-names.ts";
import { formatDuration } from "@/app/_ui/format-duration.ts";
import { SourceBadge } from "@/app/_ui/source-icon.tsx";
import { usePageMemory } from "@/app/_ui/use-page-memory.ts";
import type { SessionId } from "@/server/contract/ids.ts";
import { useShownMoment } from "../store/run-clock.ts";
import { useRunContext } from "../store/run-context.tsx";
import { callBrief, callLooks } from "../view/call-look.ts";
import { isLiveCall } from "../view/is-live-call.ts";
import type { CallState, CallView } from "../view/run-view.ts";
import { CallDetails } from "./call-details.tsx";
import { cardName } from "./card-name.ts";

interface CallCardProps {
  readonly sessionId: SessionId;
  readonly call: CallView;
}

/** Open by itself while something happens or needs to be read; a person's choice wins over that, for as long as the page is open. */
const OPEN_STATES: ReadonlySet<CallState> = new Set(["running", "person", "failed"]);

const edges: Partial<Record<CallState, string>> = {
  running: "border-state",
  person: "border-state-edge",
  failed: "border-state-edge",
};

/** A tool call. One form for every source: name, source, what it is about, time; arguments and result inside. */
export const CallCard = memo(function CallCard({ sessionId, call }: CallCardProps) {
  const { store } = useRunContext();
  const [chosen, choose] = usePageMemory(store.cards, cardName(sessionId, call.callId));
  const isOpen = chosen ?? OPEN_STATES.has(call.state);
  const { state, word } = callLooks[call.state];
  const look = agentStates[state];
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <Collapsible.Root
      open={isOpen}
      onOpenChange={choose}
      data-call={call.name}
      data-state-name={call.state}
      className={classNames(
        look.className,
        "overflow-hidden rounded-2 border bg-surface text-12",
        edges[call.state] ?? "border-border",
      )}
    >
      <Collapsible.Trigger className="flex h-[30px] w-full items-center gap-2 pr-2 pl-2.5 text-left focus-inside hover:bg-surface-2 pointer-coarse:h-11">
        <look.icon className="size-[13px] text-state" aria-label={word} />
        <span className="mono max-w-[60%] min-w-0 flex-none truncate font-medium">{call.name}</span>
        {call.origin ? <SourceBadge origin={call.origin} /> : null}
        <span className="mono min-w-0 flex-1 truncate text-11 text-text-3">
          {isOpen ? "" : callBrief(call)}
        </span>
        <CallTime call={call} />
        <Chevron className="size-3 text-text-3" />
      </Collapsible.Trigger>
      <Collapsible.Content>
        <CallDetails call={call} />
      </Collapsible.Content>
    </Collapsible.Root>
  );
});

/** How long it took or takes; a word where there is no time. */
function CallTime({ call }: Pick<CallCardProps, "call">) {
  const isLive = isLiveCall(call.state) && call.startedAt !== null;
  const now = useShownMoment(isLive);
  return <span className="num flex-none text-11 text-text-3">{timeText(call, now)}</span>;
}

function timeText(call: CallView, now: number): string {
  if (call.state === "denied") return "denied";
  if (call.state === "ready") return "queued";
  if (call.queuePosition !== null) return `${call.queuePosition} in front`;
  if (call.durationMs !== null) return formatDuration(call.durationMs);
  if (call.state === "person") return "waiting";
  return call.startedAt !== null && isLiveCall(call.state)
    ? formatDuration(Math.floor((now - call.startedAt) / 1000) * 1000)
    : "";
}
