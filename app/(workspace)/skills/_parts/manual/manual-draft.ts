/** What is typed, and the file's text that it began from. */
export interface ManualDraft {
  /** Lines end in LF, as the editor knows them. */
  readonly text: string;
  /** As it stood on the disk, whatever its line endings. */
  readonly base: string;
}

/** A file's text as the editor shows it. */
export function toEditorText(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** What is written: a file that ended all its lines in CRLF keeps doing so; one that mixed them ends in LF. */
export function toFileText({ text, base }: ManualDraft): string {
  const isWindows = base.includes("\r\n") && !/(^|[^\r])\n/.test(base);
  return isWindows ? text.replaceAll("\n", "\r\n") : text;
}

/** What is still to be written, and what somebody else wrote since it was begun. */
export interface WeighedDraft {
  /** Undefined where nothing would be lost without it: the next key begins from what stands there. */
  readonly mine: ManualDraft | undefined;
  readonly theirs: string | undefined;
}

/** Compares what is typed with what stands on the disk now. What stands there already, as where the answer to a save was lost, is written. */
export function weighDraft(draft: ManualDraft | undefined, present: string | undefined): WeighedDraft {
  const isWritten =
    draft === undefined || draft.text === toEditorText(draft.base) || toFileText(draft) === present;
  const mine = isWritten ? undefined : draft;
  const isConflict = mine !== undefined && present !== undefined && present !== mine.base;
  return { mine, theirs: isConflict ? present : undefined };
}
