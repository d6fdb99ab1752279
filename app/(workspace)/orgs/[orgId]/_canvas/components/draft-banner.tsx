"use client";

import { useEffect, useState } from "react";
import { Button } from "@/app/_ui/button.tsx";
import { TimeText } from "@/app/_ui/time-text.tsx";
import { isSameDocument } from "../model/merge-documents.ts";
import { forgetDraft, readDraft, type UnsavedDraft } from "../store/draft-keeper.ts";
import { useEditorStore } from "./editor-context.tsx";

/** Offers edits from before that could not be saved; what others saved meanwhile is then compared, not overwritten. */
export function DraftBanner() {
  const store = useEditorStore();
  const [draft, setDraft] = useState<UnsavedDraft>();
  useEffect(() => {
    const { orgId, document: drawing } = store.getState();
    void readDraft(localStorage, orgId).then((found) => {
      if (!found) return;
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
    <div className="absolute inset-x-4 top-4 z-20 flex justify-center" role="status">
      <div className="flex flex-wrap items-center gap-2 rounded-3 border border-st-person-line bg-st-person-soft py-1.5 pr-1.5 pl-3 text-12">
        <span className="mr-1">
          Edits from <TimeText iso={draft.keptAt} /> were not saved.
        </span>
        <Button variant="ghost" onClick={close}>
          Discard
        </Button>
        <Button
          onClick={() => {
            store.getState().actions.resume(draft);
            close();
          }}
        >
          Restore
        </Button>
      </div>
    </div>
  );
}
