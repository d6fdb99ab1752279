"use client";

import { useEffect, useState } from "react";
import type { Budget } from "@/server/contract/budget.ts";
import { taskTarget } from "../model/own-task.ts";
import { costWords, worstCaseWords } from "../model/xray-words.ts";
import { useEditor } from "./editor-context.tsx";
import { useXray } from "./use-xray.ts";

/** Milliseconds without an edit before the org is looked through. */
const PAUSE = 700;
/** A larger org is a megabyte to send: it is looked through when the X-ray is opened. */
const MOST_AGENTS = 500;

interface WorstCaseProps {
  readonly budget: Budget | undefined;
}

/** Beside the task the most that the next run could do and cost, before it is started; the X-ray tells the rest. */
export function WorstCase({ budget }: WorstCaseProps) {
  const drawing = useSettled(useEditor((state) => state.document));
  const { agentId, isPart } = useEditor(taskTarget);
  const { data } = useXray({
    drawing,
    budget,
    agentId: isPart ? agentId : undefined,
    isWanted: drawing.agents.length <= MOST_AGENTS,
  });
  const words = data && worstCaseWords(data);
  if (!words) return null;
  return (
    <span className="num ml-auto px-1.5 text-12 text-text-3" title={costWords(data)}>
      {words}
    </span>
  );
}

/** A value once it has not changed for a while. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
