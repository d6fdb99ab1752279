"use client";

import { useEffect, useState } from "react";
import { browserStorage } from "@/app/_ui/browser-storage.ts";
import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import { forgetDraft, readDraft, type UnsavedDraft } from "../store/draft-keeper.ts";
import { useEditorStore } from "./editor-context.tsx";

const DraftOffer = lazyPart(async () => (await import("./draft-offer.tsx")).DraftOffer);

const RETRY_MS = 5_000;

/** Offers edits from before that could not be saved; what others saved meanwhile is then compared, not overwritten. */
export function DraftBanner() {
  const store = useEditorStore();
  const [draft, setDraft] = useState<UnsavedDraft>();
  useEffect(() => {
    const { orgId, document: drawing } = store.getState();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const look = async () => {
      const found = await readDraft(browserStorage, orgId);
      if (!found) return;
      const { isSameDocument } = await import("../model/merge-documents.ts");
      if (isSameDocument(found.document, drawing)) forgetDraft(browserStorage, orgId);
      else if (!isGone) setDraft(found);
    };
    // What reads a draft is loaded only where there is one: while the server is away it is tried again.
    const lookUntilRead = () => {
      look().catch(() => {
        if (!isGone) timer = setTimeout(lookUntilRead, RETRY_MS);
      });
    };
    lookUntilRead();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [store]);
  if (!draft) return null;
  const close = () => {
    forgetDraft(browserStorage, store.getState().orgId);
    setDraft(undefined);
  };
  return (
    <DraftOffer
      keptAt={draft.keptAt}
      onDiscard={close}
      onRestore={() => {
        store.getState().actions.resume(draft);
        close();
      }}
    />
  );
}
