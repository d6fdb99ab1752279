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
import { useEditorStore } from "./editor-context.tsx";

/** Largest file that can be attached, in bytes; the whole request has to fit the server's limit. */
const largestFile = 20_000_000;
const mostFiles = 20;

type SampleFile = OrgDetail["sampleFiles"][number];

/** The next run as it is being prepared. */
export interface RunDraft {
  readonly samples: readonly SampleFile[];
  readonly files: readonly File[];
  /** What the run may spend; undefined limits nothing. */
  readonly budget: Budget | undefined;
  readonly isStarting: boolean;
  setBudget(budget: Budget | undefined): void;
  addFiles(files: readonly File[]): void;
  removeFile(name: string): void;
  removeSample(name: string): void;
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
  const [samples, setSamples] = useState(sampleFiles);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [budget, setBudget] = useState<Budget>();
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
    files,
    budget,
    isStarting,
    setBudget,
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
      const names = new Set(fitting.map((file) => file.name));
      setFiles((before) =>
        [...before.filter((file) => !names.has(file.name)), ...fitting].slice(0, mostFiles),
      );
      setSamples((before) => before.filter((file) => !names.has(file.name)));
    },
    removeFile: (name) => setFiles((before) => before.filter((file) => file.name !== name)),
    removeSample: (name) => setSamples((before) => before.filter((file) => file.name !== name)),
    run,
  };
}
