"use client";

import { CloudAlert, CloudCheck, CloudOff, CloudUpload, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "@/app/_ui/button.tsx";
import { classNames } from "@/app/_ui/class-names.ts";
import { countSteps } from "../model/history.ts";
import { plural } from "../model/plural.ts";
import type { SaveState } from "../store/save-state.ts";
import { useEditor } from "./editor-context.tsx";

interface SaveStatusProps {
  readonly onRetry: () => void;
  readonly onResolve: () => void;
}

interface SaveLook {
  readonly icon: LucideIcon;
  readonly ink: string;
  readonly word: string;
}

const looks: Readonly<Record<SaveState["kind"], SaveLook>> = {
  saved: { icon: CloudCheck, ink: "text-text-3", word: "Saved" },
  edited: { icon: CloudUpload, ink: "text-text-3", word: "Edited" },
  saving: { icon: CloudUpload, ink: "text-text-3", word: "Saving" },
  failed: { icon: CloudAlert, ink: "text-st-fail", word: "Not saved" },
  offline: { icon: CloudOff, ink: "text-st-person", word: "Offline" },
  conflict: { icon: CloudAlert, ink: "text-st-person", word: "Two versions" },
};

/** Whether what is on the screen is kept by the server; "Saved" only after the server said so. */
export function SaveStatus({ onRetry, onResolve }: SaveStatusProps) {
  const save = useEditor((state) => state.save);
  const changes = useEditor(({ history, savedDocument, document }) =>
    countSteps(history, savedDocument, document),
  );
  const look = looks[save.kind];
  const Icon = look.icon;
  const detail = describeSave(save, changes);
  const announced = useAnnounced(
    save,
    save.kind === "failed" ? wordsOf(save, changes) : `${look.word}. ${detail}`,
  );
  return (
    <>
      <span title={detail} className={classNames("flex min-w-0 items-center gap-1.5 text-12", look.ink)}>
        <Icon className={classNames("size-3.5 flex-none", save.kind === "conflict" && "max-sm:hidden")} />
        <span
          className={classNames(
            "max-w-72 min-w-12 truncate max-md:min-w-0",
            // On a phone the name of the org needs the room more than what is as it should be.
            (isCalm(save) || save.kind === "conflict") && "max-sm:sr-only",
          )}
        >
          {wordsOf(save, changes)}
        </span>
      </span>
      <span role="status" className="sr-only">
        {announced}
      </span>
      {save.kind === "failed" || save.kind === "offline" ? <Button onClick={onRetry}>Retry</Button> : null}
      {save.kind === "conflict" ? <Button onClick={onResolve}>Compare</Button> : null}
    </>
  );
}

/** Nothing for the reader to do. */
function isCalm({ kind }: SaveState): boolean {
  return kind === "saved" || kind === "edited" || kind === "saving";
}

/** What is announced: what needs the reader, and that it is over. That all goes well, edit by edit, would only be noise. */
function useAnnounced(save: SaveState, words: string): string {
  const [announced, setAnnounced] = useState("");
  const isBack = save.kind === "saved" && announced !== "";
  const next = isCalm(save) ? (isBack ? "Saved again" : announced) : words;
  if (next !== announced) setAnnounced(next);
  return next;
}

/** What is seen. */
function wordsOf(save: SaveState, changes: number | undefined): string {
  const { word } = looks[save.kind];
  if (save.kind === "failed") return `${word}: ${save.message}`;
  if (save.kind === "offline" && changes) return `${word}, ${plural(changes, "change")} kept here`;
  return word;
}

/** More than that, where there is more to say. */
function describeSave(save: SaveState, changes: number | undefined): string | undefined {
  switch (save.kind) {
    case "failed":
      return save.message;
    case "offline": {
      const kept = changes === 1 ? "1 change is" : changes ? `${plural(changes, "change")} are` : "Edits are";
      return `You can go on editing. ${kept} kept here and saved when the connection is back.`;
    }
    case "conflict":
      return "Another version was saved while you were editing. Both are kept.";
    default:
      return undefined;
  }
}
