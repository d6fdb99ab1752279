"use client";

import { formatClock } from "@/app/_ui/format-duration.ts";
import { SourceIcon, sourceName } from "@/app/_ui/source-icon.tsx";
import { useShownMoment } from "../store/run-clock.ts";
import { callOf } from "../view/call-book.ts";
import type { CallView, SessionView } from "../view/run-view.ts";

/** The newest open call of a session: source, name, time. Others that run beside it are counted. */
export function ToolChip({ session }: { readonly session: SessionView }) {
  const call = openCall(session);
  const now = useShownMoment();
  const others = session.openCalls.length - 1;
  return (
    <div aria-hidden="true" className="h-[34px] px-2.5 pb-2.5">
      <div className="flex h-6 items-center gap-1.5 rounded-1 bg-st-tool-soft px-2 text-11 whitespace-nowrap text-st-tool">
        <SourceIcon kind={call?.origin?.kind ?? "builtin"} className="size-3" />
        <span className="mono min-w-0 truncate font-medium">{call?.name ?? "tool"}</span>
        {others > 0 ? <span className="flex-none">and {others} more</span> : <ChipSource call={call} />}
        <span className="num ml-auto flex-none font-medium">
          {call?.startedAt ? formatClock(now - call.startedAt) : ""}
        </span>
      </div>
    </div>
  );
}

function ChipSource({ call }: { readonly call: CallView | undefined }) {
  if (call?.queuePosition) return <span className="flex-none">{call.queuePosition} in front</span>;
  // The name of an MCP tool begins with its server: there is no room to say it twice.
  if (!call?.origin || call.origin.kind === "mcp") return null;
  return <span className="max-w-20 flex-none truncate opacity-85">{sourceName(call.origin)}</span>;
}

/** The call that began last among those without a result. */
export function openCall(session: SessionView): CallView | undefined {
  const id = session.openCalls.at(-1);
  return id === undefined ? undefined : callOf(session, id);
}
