"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { errorText } from "@/app/_trpc/error-text.ts";
import { useTRPC, useTRPCClient } from "@/app/_trpc/use-trpc.ts";
import { formatSize } from "@/app/_ui/format-size.ts";
import { loadOrTell } from "@/app/_ui/load-or-tell.ts";
import { showToast } from "@/app/_ui/toast-store.ts";
import type { OrgDetail } from "@/server/contract/api.ts";
import type { Budget } from "@/server/contract/budget.ts";
import type { AutoSaver } from "../store/auto-saver.ts";
import type { KeptDraft } from "../store/kept-draft.ts";
import { useEditorStore } from "./editor-context.tsx";
import { useKeptDraft } from "./use-kept-draft.ts";

/** Largest file that can be attached, in bytes; the whole request has to fit the server's limit. */
const largestFile = 20_000_000;
const mostFiles = 20;

type SampleFile = OrgDetail["sampleFiles"][number];

/** The next run as it is being prepared. */
export interface RunDraft {
  readonly samples: readonly SampleFile[];
  /** Samples that were taken off and can be put back. */
  readonly leftSamples: readonly SampleFile[];
  readonly files: readonly File[];
  /** What the run may spend; undefined limits nothing. */
  readonly budget: Budget | undefined;
  readonly isStarting: boolean;
  setBudget(budget: Budget | undefined): void;
  addFiles(files: readonly File[]): void;
  removeFile(name: string): void;
  removeSample(name: string): void;
  returnSample(name: string): void;
  /** Saves what is not saved, starts the run and goes to its page. */
  run(): Promise<void>;
}

/** Prepares and starts the next run of the org. */
export function useRun(sampleFiles: readonly SampleFile[], saver: AutoSaver): RunDraft {
  const store = useEditorStore();
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const [draft, change] = useKeptDraft(store.getState().orgId);
  const { files, budget, withoutSamples } = draft;
  const samples = sampleFiles.filter((file) => !withoutSamples.includes(file.name));
  const names = new Set(files.map((file) => file.name));
  const leftSamples = sampleFiles.filter((file) => !samples.includes(file) && !names.has(file.name));
  const [isStarting, setIsStarting] = useState(false);

  const start = async () => {
    // Whatever becomes of the run, the drawing is saved or kept first.
    await saver.flush();
    // What starts a run is loaded with the first one.
    const loaded = await loadOrTell({
      load: () => import("./start-run.ts"),
      again: () => void run(),
    });
    const runId = await loaded?.startRun({ client, store, saver }, { samples, files, budget });
    if (runId === undefined) return;
    void queries.invalidateQueries(trpc.runs.list.queryFilter());
    router.push(`/runs/${runId}`);
  };

  const run = async () => {
    if (isStarting) return;
    setIsStarting(true);
    try {
      await start();
    } catch (error) {
      showToast({ kind: "fail", id: "run", text: errorText(error) });
    } finally {
      setIsStarting(false);
    }
  };

  return {
    samples,
    leftSamples,
    files,
    budget,
    isStarting,
    setBudget: (next) => change((before) => ({ ...before, budget: next })),
    addFiles: (added) => {
      const tooLarge = added.find((file) => file.size > largestFile);
      if (tooLarge) {
        showToast({
          kind: "fail",
          id: "attach",
          text: `${tooLarge.name} is larger than ${formatSize(largestFile)}. Attach a part of it`,
        });
      }
      const fitting = added.filter((file) => file.size <= largestFile);
      if (fitting.length > 0) change((before) => withFiles(before, fitting));
    },
    removeFile: (name) =>
      change((before) => ({ ...before, files: before.files.filter((file) => file.name !== name) })),
    removeSample: (name) => change((before) => withoutSample(before, [name])),
    returnSample: (name) =>
      change((before) => ({
        ...before,
        withoutSamples: before.withoutSamples.filter((without) => without !== name),
      })),
    run,
  };
}

/** A file takes the place of one with its name, also of a sample. */
function withFiles(draft: KeptDraft, added: readonly File[]): KeptDraft {
  const names = added.map((file) => file.name);
  const files = [...draft.files.filter((file) => !names.includes(file.name)), ...added];
  const left = files.length - mostFiles;
  if (left > 0) {
    const text = `A run takes ${mostFiles} files: ${left === 1 ? "the last one was" : `the last ${left} were`} left out`;
    showToast({ kind: "fail", id: "attach", text });
  }
  return withoutSample({ ...draft, files: files.slice(0, mostFiles) }, names);
}

function withoutSample(draft: KeptDraft, names: readonly string[]): KeptDraft {
  return { ...draft, withoutSamples: [...new Set([...draft.withoutSamples, ...names])] };
}
