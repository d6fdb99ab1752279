"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { conflictDetails } from "@/app/_trpc/conflict-details.ts";
import { noteAnswer, tryConnection } from "@/app/_trpc/connection.ts";
import { errorText, isConnectionError, isUnavailable } from "@/app/_trpc/error-text.ts";
import { useConnectionReturns } from "@/app/_trpc/use-connection.ts";
import { useTRPC, useTRPCClient } from "@/app/_trpc/use-trpc.ts";
import { browserStorage } from "@/app/_ui/browser-storage.ts";
import { showToast } from "@/app/_ui/toast-store.ts";
import type { SaveConflict } from "@/server/contract/api.ts";
import { type AutoSaver, createAutoSaver } from "../store/auto-saver.ts";
import type { EditorStore } from "../store/create-editor-store.ts";
import { forgetDraft, keepDraft } from "../store/draft-keeper.ts";
import { trackSave } from "../store/pending-saves.ts";
import type { SaveOutcome } from "../store/save-state.ts";
import { useEditorStore } from "./editor-context.tsx";

/** Saves every edit by itself, tries again when the connection is back, and warns who leaves before it is saved. */
export function useAutoSave(): AutoSaver {
  const store = useEditorStore();
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const returns = useConnectionReturns();

  const saver = useMemo(() => {
    const { orgId, actions } = store.getState();
    return createAutoSaver({
      read: store.getState,
      save: (request) => client.orgs.save.mutate({ orgId, ...request }).then(toSaved, toFailure),
      onState: actions.setSaveState,
      onSaved: (version, document) => {
        actions.markSaved(version, document);
        void queries.invalidateQueries(trpc.orgs.versions.queryFilter({ orgId }));
        void queries.invalidateQueries(trpc.orgs.list.queryFilter());
      },
    });
  }, [store, client, trpc, queries]);

  useEffect(() => {
    const unsubscribe = store.subscribe((state, before) => {
      if (state.document !== before.document && state.document !== state.savedDocument) saver.schedule();
      if (state.save !== before.save) keepOrForget(store);
    });
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isUnsaved(store)) return;
      keepOrForget(store, true);
      void saver.flush();
      event.preventDefault();
    };
    const onHide = () => {
      if (document.visibilityState === "hidden" && store.getState().save.kind === "edited")
        void saver.flush();
    };
    window.addEventListener("beforeunload", onUnload);
    document.addEventListener("visibilitychange", onHide);
    return () => {
      unsubscribe();
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("visibilitychange", onHide);
      if (isUnsaved(store)) trackSave(saveOnLeaving(store, saver));
    };
  }, [store, saver]);

  useEffect(() => {
    if (returns > 0 && store.getState().save.kind === "offline") void saver.flush();
  }, [returns, saver, store]);

  return saver;
}

function toSaved({ version }: { readonly version: number }): SaveOutcome {
  noteAnswer();
  return { kind: "saved", version };
}

function toFailure(error: unknown): SaveOutcome {
  if (!isConnectionError(error)) noteAnswer();
  // A database that is away is tried again like a server that does not answer.
  if (isConnectionError(error) || isUnavailable(error)) {
    void tryConnection();
    return { kind: "offline" };
  }
  const theirs = conflictOf(error);
  return theirs ? { kind: "conflict", theirs } : { kind: "failed", message: errorText(error) };
}

function conflictOf(error: unknown): SaveConflict | undefined {
  const details = conflictDetails(error);
  return isConflict(details) ? details : undefined;
}

function isConflict(value: unknown): value is SaveConflict {
  return typeof value === "object" && value !== null && "version" in value && "document" in value;
}

function isUnsaved(store: EditorStore): boolean {
  const { document: drawing, savedDocument } = store.getState();
  return drawing !== savedDocument;
}

/** Edits that could not be saved are kept in this browser until they are. */
function keepOrForget(store: EditorStore, isLeaving = false): void {
  if (!tryToKeep(store, isLeaving))
    showToast({
      kind: "fail",
      id: "no-room",
      text: "This browser has no room to keep your edits. They are only on this page: leave it open until they are saved",
    });
}

/** False when there was something to keep and no room for it. */
function tryToKeep(store: EditorStore, isLeaving: boolean): boolean {
  const { orgId, version, savedDocument, document: drawing, save } = store.getState();
  if (save.kind === "saved" && !isLeaving) forgetDraft(browserStorage, orgId);
  if (!isLeaving && save.kind !== "offline" && save.kind !== "failed" && save.kind !== "conflict")
    return true;
  const keptAt = new Date().toISOString();
  return keepDraft(browserStorage, orgId, { version, base: savedDocument, document: drawing, keptAt });
}

/** Another page was opened: what is not saved goes out now, and is kept here if that fails. */
async function saveOnLeaving(store: EditorStore, saver: AutoSaver): Promise<void> {
  if (store.getState().save.kind !== "conflict") await saver.flush();
  if (!isUnsaved(store)) {
    forgetDraft(browserStorage, store.getState().orgId);
    return;
  }
  const isKept = tryToKeep(store, true);
  const { document: drawing, save } = store.getState();
  const fate = fateOfEdits(isKept, save.kind === "offline");
  showToast({ kind: "fail", id: "left", text: `Edits to ${drawing.name} are not saved${fate}` });
}

/** What becomes of edits whose page was left; the saver goes on trying while the server does not answer. */
function fateOfEdits(isKept: boolean, isTried: boolean): string {
  if (isKept) return ". They are kept in this browser and offered when you open it again";
  if (isTried)
    return ", and this browser has no room to keep them. Leave this tab open: they are saved when the server answers";
  return ", and this browser has no room to keep them: they are lost";
}
