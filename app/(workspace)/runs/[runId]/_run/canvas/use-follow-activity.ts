"use client";

import { useReactFlow } from "@xyflow/react";
import { useEffect, useState } from "react";
import { useRunContext } from "../store/run-context.tsx";
import { itemAt } from "../view/paged-list.ts";
import { revealAgent } from "./reveal-agent.ts";

export interface FollowActivity {
  readonly isOn: boolean;
  toggle(): void;
  /** Whoever moves the canvas looks at something else. */
  end(): void;
}

/** Keeps the agent that did something last in view. Off until it is switched on, and again once its reader moves the canvas. */
export function useFollowActivity(): FollowActivity {
  const { store } = useRunContext();
  const flow = useReactFlow();
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    let last: string | undefined;
    const follow = () => {
      const { shown } = store.getState();
      const sessionId = itemAt(shown.activity, -1)?.sessionId;
      const agentId = sessionId === undefined ? undefined : shown.sessions[sessionId]?.agentId;
      if (agentId === undefined || agentId === last) return;
      last = agentId;
      revealAgent(flow, agentId);
    };
    follow();
    return store.subscribe(follow);
  }, [isOn, store, flow]);
  return { isOn, toggle: () => setIsOn((before) => !before), end: () => setIsOn(false) };
}
