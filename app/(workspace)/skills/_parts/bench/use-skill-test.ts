"use client";

import { useEffect, useRef, useState } from "react";
import type { SkillTestOutcome } from "@/server/contract/skill-desk.ts";
import { errorText } from "../../../../_trpc/error-text.ts";
import { useTRPCClient } from "../../../../_trpc/use-trpc.ts";

/** Runs the examples and unit tests of a skill; each outcome shows when it is known. */
export function useSkillTest(skill: string) {
  const client = useTRPCClient();
  const going = useRef<{ unsubscribe(): void }>(undefined);
  const [isRunning, setIsRunning] = useState(false);
  const [outcomes, setOutcomes] = useState<readonly SkillTestOutcome[]>([]);
  const [error, setError] = useState("");
  const stop = () => {
    going.current?.unsubscribe();
    setIsRunning(false);
  };
  useEffect(() => () => going.current?.unsubscribe(), []);
  const start = () => {
    stop();
    setOutcomes([]);
    setError("");
    setIsRunning(true);
    going.current = client.skills.test.subscribe(
      { name: skill },
      {
        // A line that was cut begins anew, and the tests with it.
        onStarted: () => setOutcomes([]),
        onData: (outcome) => setOutcomes((before) => [...before, outcome]),
        onComplete: () => setIsRunning(false),
        onError: (caught) => {
          setError(errorText(caught));
          setIsRunning(false);
        },
      },
    );
  };
  return { start, stop, isRunning, outcomes, error };
}
