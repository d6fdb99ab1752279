"use client";

import { agentStates } from "@/app/_ui/agent-state.ts";
import { classNames } from "@/app/_ui/class-names.ts";
import type { SessionId } from "@/server/contract/ids.ts";
import { useRun, useRunContext, useRunParts } from "../store/run-context.tsx";
import { firstLine } from "../view/plain-text.ts";
import { sessionName } from "../view/session-name.ts";

interface ChildSessionsProps {
  readonly sessionIds: readonly SessionId[];
}

/** The sessions a delegation opened: press one to read its transcript. */
export function ChildSessions({ sessionIds }: ChildSessionsProps) {
  const { store } = useRunContext();
  const view = useRun(({ shown }) => shown);
  const sessions = useRunParts(({ shown }) => sessionIds.map((id) => shown.sessions[id]));
  return (
    <ul className="flex flex-col gap-px font-sans">
      {sessions.map((session) => {
        if (!session) return null;
        const look = agentStates[session.state];
        return (
          <li key={session.sessionId}>
            <button
              type="button"
              onClick={() => store.select(session.sessionId)}
              className={classNames(
                look.className,
                "flex w-full items-center gap-1.5 rounded-1 text-left text-12 hover:bg-surface-3 pointer-coarse:h-11",
              )}
            >
              <look.icon className="size-3 text-state" aria-label={look.word} />
              <span dir="auto" className="flex-none font-medium text-text">
                {sessionName(view, session)}
              </span>
              <span dir="auto" className="min-w-0 truncate text-text-3">
                {firstLine(session.task)}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
