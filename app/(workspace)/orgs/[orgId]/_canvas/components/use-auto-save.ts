"use client";

import { useQueryClient } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { useEffect, useMemo } from "react";
import { noteAnswer, noteNoAnswer } from "@/app/_trpc/connection.ts";
import { errorText, isConnectionError } from "@/app/_trpc/error-text.ts";
import { useConnectionReturns } from "@/app/_trpc/use-connection.ts";
import { useTRPC, useTRPCClient } from "@/app/_trpc/use-trpc.ts";
import type { SaveConflict } from "@/server/contract/api.ts";
import { type AutoSaver, createAutoSaver } from "../store/auto-saver.ts";
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
    });
    const onLeave = (event: BeforeUnloadEvent) => {
      const { document: drawing, savedDocument } = store.getState();
      if (drawing === savedDocument) return;
      void saver.flush();
      event.preventDefault();
    };
    const onHide = () => {
      const { document: drawing, savedDocument, save } = store.getState();
      if (document.visibilityState === "hidden" && drawing !== savedDocument && save.kind === "edited")
        void saver.flush();
    };
    window.addEventListener("beforeunload", onLeave);
    document.addEventListener("visibilitychange", onHide);
    return () => {
      unsubscribe();
      window.removeEventListener("beforeunload", onLeave);
      document.removeEventListener("visibilitychange", onHide);
      // Going to another page inside the app: what is not saved yet goes out now.
      const { document: drawing, savedDocument, save } = store.getState();
      if (drawing !== savedDocument && save.kind !== "conflict") void saver.flush();
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
  if (isConnectionError(error)) {
    noteNoAnswer();
    return { kind: "offline" };
  }
  noteAnswer();
  const theirs = conflictOf(error);
  return theirs ? { kind: "conflict", theirs } : { kind: "failed", message: errorText(error) };
}

function conflictOf(error: unknown): SaveConflict | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("refusal" in data) || data.refusal !== "conflict")
    return undefined;
  return "details" in data && isConflict(data.details) ? data.details : undefined;
}

function isConflict(value: unknown): value is SaveConflict {
  return typeof value === "object" && value !== null && "version" in value && "document" in value;
}
