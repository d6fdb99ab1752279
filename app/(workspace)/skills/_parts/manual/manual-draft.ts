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

/** What is written: a file that ended its lines in CRLF keeps doing so. */
export function toFileText({ text, base }: ManualDraft): string {
  return base.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
}

/** Whether anything would be lost without it. */
export function isChanged(draft: ManualDraft | undefined): draft is ManualDraft {
  return draft !== undefined && draft.text !== toEditorText(draft.base);
}
