"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SkillManualCheck } from "@/server/contract/skill-manual.ts";
import { useTRPC } from "../../../../_trpc/use-trpc.ts";

/** Milliseconds without a key after which the text is looked at. */
const PAUSE_MS = 350;

/** What the doctor says of the text as it was when last looked at; undefined before the first look. */
export function useManualCheck(name: string, text: string | undefined): SkillManualCheck | undefined {
  const trpc = useTRPC();
  const [found, setFound] = useState<SkillManualCheck>();
  // One after the other, so that the last answer is that of the last text.
  const { mutate } = useMutation(
    trpc.skills.checkManual.mutationOptions({
      scope: { id: "skill manual" },
      onSuccess: setFound,
      onError: () => setFound(undefined),
    }),
  );
  useEffect(() => {
    if (text === undefined) return;
    const timer = setTimeout(() => mutate({ name, text }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [mutate, name, text]);
  return found;
}
