"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SkillEnvironmentState } from "@/server/contract/skill-environments.ts";
import { errorText } from "../../../_trpc/error-text.ts";
import { useTRPC, useTRPCClient } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { Note } from "../../../_ui/note.tsx";

interface SkillPackagesProps {
  readonly name: string;
}

/**
 * Whether the packages are installed that a revision of a skill needs, live, and the button that installs them. Nothing where
 * it needs none.
 */
export function SkillPackages({ name }: SkillPackagesProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [state, setState] = useState<SkillEnvironmentState>();
  const [problem, setProblem] = useState<unknown>();
  const prepare = useMutation(trpc.skills.prepare.mutationOptions());
  useEffect(() => {
    const subscription = client.skills.environment.subscribe(
      { name },
      {
        onData(next) {
          setState(next);
          // Nothing more comes of this revision, and a browser has few lines to a server.
          if (next.state === "none" || next.state === "ready") subscription.unsubscribe();
        },
        onError: setProblem,
      },
    );
    return () => subscription.unsubscribe();
  }, [client, name]);
  if (problem && !state)
    return (
      <Note tone="fail" className="mt-3">
        Whether its packages are installed is not known: {errorText(problem)}
      </Note>
    );
  if (!state || state.state === "none") return null;
  const packages = <span className="mono">{state.requirements.join(", ")}</span>;
  if (state.state === "ready") {
    return <p className="mt-2 text-12 text-text-2 wrap-anywhere">Packages installed: {packages}</p>;
  }
  if (state.state === "preparing") {
    return (
      <Note className="mt-3">
        Installing {packages}
        <span className="block truncate text-text-3" aria-live="polite">
          {state.message}
        </span>
      </Note>
    );
  }
  return (
    <Note
      tone={state.state === "failed" ? "fail" : "warn"}
      className="mt-3"
      action={
        <Button disabled={prepare.isPending} onClick={() => prepare.mutate({ name })}>
          {state.state === "failed" ? "Try again" : "Install"}
        </Button>
      }
    >
      Its functions cannot be called: {packages} not installed.{" "}
      {prepare.isError ? errorText(prepare.error) : state.message}
    </Note>
  );
}
