"use client";

import { useEffect, useRef, useState } from "react";
import type { SkillTestOutcome } from "@/server/contract/skill-desk.ts";
import { errorText } from "../../../../_trpc/error-text.ts";
import { IN_PIECES } from "../../../../_trpc/in-pieces.ts";
import { useTRPCClient } from "../../../../_trpc/use-trpc.ts";

/** Runs the examples and unit tests of a skill; each outcome shows when it is known. */
export function useSkillTest(skill: string) {
  const client = useTRPCClient();
  const going = useRef<AbortController>(undefined);
  const [isRunning, setIsRunning] = useState(false);
  const [outcomes, setOutcomes] = useState<readonly SkillTestOutcome[]>([]);
  const [error, setError] = useState("");
  const stop = () => {
    going.current?.abort();
    setIsRunning(false);
  };
  useEffect(() => () => going.current?.abort(), []);
  const run = async (signal: AbortSignal) => {
    const options = { signal, context: { [IN_PIECES]: true } };
    for await (const outcome of await client.skills.test.mutate({ name: skill }, options)) {
      if (signal.aborted) return;
      setOutcomes((before) => [...before, outcome]);
    }
  };
  const start = () => {
    stop();
    setOutcomes([]);
    setError("");
    setIsRunning(true);
    const leaving = new AbortController();
    going.current = leaving;
    run(leaving.signal)
      .catch((caught: unknown) => {
        if (!leaving.signal.aborted) setError(errorText(caught));
      })
      .finally(() => {
        if (!leaving.signal.aborted) setIsRunning(false);
      });
  };
  return { start, stop, isRunning, outcomes, error };
}
