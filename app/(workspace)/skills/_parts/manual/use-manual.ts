"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { errorText } from "../../../../_trpc/error-text.ts";
import { useTRPC } from "../../../../_trpc/use-trpc.ts";
import { browserStorage } from "../../../../_ui/browser-storage.ts";
import { showToast } from "../../../../_ui/toast-store.ts";
import { forgetManual, keepManual, readManual } from "./kept-manual.ts";
import { type ManualDraft, toEditorText, toFileText, weighDraft } from "./manual-draft.ts";

/** What is typed and what stands on the disk, where they differ because somebody else wrote the file. */
export interface ManualConflictState {
  readonly theirs: string;
  readonly mine: string;
  /** Gives up what was typed. */
  take(): void;
  /** Goes on with what was typed, to be written over what stands there. */
  keep(): void;
}

/** A skill's manual under somebody's hands. */
export interface ManualState {
  readonly file: string;
  /** For the editor; undefined until it is read. */
  readonly text: string | undefined;
  /** Why it was not read, or not written. */
  readonly fault: string | undefined;
  readonly isChanged: boolean;
  /** Whether what is shown was typed before, left and found again. */
  readonly isBack: boolean;
  readonly isSaving: boolean;
  readonly canSave: boolean;
  readonly conflict: ManualConflictState | undefined;
  edit(text: string): void;
  /** What was typed is not wanted. */
  discard(): void;
  /** Nothing while it cannot be saved. */
  save(): void;
}

/** The file as it stands now, also when somebody else writes it meanwhile, what is typed, and the way to write it. */
export function useManual(skill: string, onSaved: () => void): ManualState {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [left] = useState(() => readManual(browserStorage, skill));
  const [draft, setDraft] = useState(left);
  const manual = useQuery(trpc.skills.manual.queryOptions({ name: skill }, { gcTime: 0 }));
  const written = useMutation(
    trpc.skills.writeManual.mutationOptions({
      onSuccess: () => {
        forgetManual(browserStorage, skill);
        showToast({ kind: "done", text: `SKILL.md of ${skill} saved` });
        void queryClient.invalidateQueries(trpc.skills.pathFilter());
        onSaved();
      },
      // Perhaps because somebody else wrote it.
      onError: () => void manual.refetch(),
    }),
  );
  const present = manual.data?.text;
  const { mine, theirs } = weighDraft(draft, present);
  useKept(skill, mine, present !== undefined);
  const canSave = mine !== undefined && theirs === undefined && !written.isPending;
  const failed = manual.isLoadingError ? manual.error : theirs === undefined ? written.error : null;
  return {
    file: manual.data?.file ?? "SKILL.md",
    text: mine?.text ?? (present === undefined ? undefined : toEditorText(present)),
    fault: failed ? errorText(failed) : undefined,
    isChanged: mine !== undefined,
    isBack: mine !== undefined && mine === left,
    isSaving: written.isPending,
    canSave,
    conflict:
      mine === undefined || theirs === undefined
        ? undefined
        : {
            theirs,
            mine: toFileText(mine),
            take: () => setDraft(undefined),
            keep: () => setDraft({ ...mine, base: theirs }),
          },
    edit: (text) => setDraft({ text, base: mine?.base ?? present ?? "" }),
    discard: () => forgetManual(browserStorage, skill),
    save: () => {
      if (canSave) written.mutate({ name: skill, text: toFileText(mine), base: mine.base });
    },
  };
}

/** Keeps what is typed for as long as it is neither saved nor thrown away. */
function useKept(skill: string, mine: ManualDraft | undefined, isRead: boolean): void {
  useEffect(() => {
    if (mine) keepManual(browserStorage, skill, mine);
    else if (isRead) forgetManual(browserStorage, skill);
  }, [skill, mine, isRead]);
}
