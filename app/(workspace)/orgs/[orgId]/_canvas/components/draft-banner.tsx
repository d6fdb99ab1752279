"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { forgetDraft, readDraft, type UnsavedDraft } from "../store/draft-keeper.ts";
import { useEditorStore } from "./editor-context.tsx";

const DraftOffer = lazy(async () => ({ default: (await import("./draft-offer.tsx")).DraftOffer }));

/** Offers edits from before that could not be saved; what others saved meanwhile is then compared, not overwritten. */
export function DraftBanner() {
  const store = useEditorStore();
  const [draft, setDraft] = useState<UnsavedDraft>();
  useEffect(() => {
    const { orgId, document: drawing } = store.getState();
    void readDraft(localStorage, orgId).then(async (found) => {
      if (!found) return;
      const { isSameDocument } = await import("../model/merge-documents.ts");
      if (isSameDocument(found.document, drawing)) forgetDraft(localStorage, orgId);
      else setDraft(found);
    });
  }, [store]);
  if (!draft) return null;
  const close = () => {
    forgetDraft(localStorage, store.getState().orgId);
    setDraft(undefined);
  };
  return (
    <Suspense>
      <DraftOffer
        keptAt={draft.keptAt}
        onDiscard={close}
        onRestore={() => {
          store.getState().actions.resume(draft);
          close();
        }}
      />
    </Suspense>
  );
}
