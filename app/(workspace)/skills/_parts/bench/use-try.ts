"use client";

import { useEffect, useRef, useState } from "react";
import type { JsonObject } from "@/server/contract/json.ts";
import type { SkillTryOutcome } from "@/server/contract/skill-desk.ts";
import { errorText } from "../../../../_trpc/error-text.ts";
import { toBase64 } from "../../../../_trpc/to-base64.ts";
import { useTRPCClient } from "../../../../_trpc/use-trpc.ts";

/** What was tried, as an example keeps it. */
export interface TriedCall {
  readonly function: string;
  readonly arguments: JsonObject;
  readonly files: readonly File[];
}

export interface FinishedTry {
  readonly call: TriedCall;
  readonly outcome: SkillTryOutcome;
}

/** Tries one call at a time. Whoever leaves stops it. */
export function useTry(skill: string) {
  const client = useTRPCClient();
  const going = useRef<AbortController>(undefined);
  const [isRunning, setIsRunning] = useState(false);
  const [finished, setFinished] = useState<FinishedTry>();
  const [error, setError] = useState("");
  useEffect(() => () => going.current?.abort(), []);

  const start = async (call: TriedCall) => {
    going.current?.abort();
    const mine = new AbortController();
    going.current = mine;
    setIsRunning(true);
    setError("");
    setFinished(undefined);
    try {
      const files = await Promise.all(
        call.files.map(async (file) => ({ name: file.name, base64: await toBase64(file) })),
      );
      const input = { name: skill, function: call.function, arguments: call.arguments, files };
      const outcome = await client.skills.try.mutate(input, { signal: mine.signal });
      if (!mine.signal.aborted) setFinished({ call, outcome });
    } catch (caught) {
      if (!mine.signal.aborted) setError(errorText(caught));
    } finally {
      if (going.current === mine) setIsRunning(false);
    }
  };
  const cancel = () => {
    going.current?.abort();
    setIsRunning(false);
    setError("Cancelled. The call was stopped.");
  };
  return { start, cancel, isRunning, finished, error };
}
