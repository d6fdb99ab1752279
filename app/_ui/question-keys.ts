/** What a key does in a question's form. */
export type QuestionKeyAction =
  | { readonly kind: "send" }
  | { readonly kind: "skip" }
  /** Counts from 0; the answer in own words comes after the options. */
  | { readonly kind: "choose"; readonly index: number };

interface PressedKey {
  readonly key: string;
  readonly isModified: boolean;
  /** Whether the focus is in the text of an answer. */
  readonly isWriting: boolean;
  /** Whether the focus is on a choice. */
  readonly isChoosing: boolean;
  readonly hasSingleKeys: boolean;
}

/** Enter answers (with Ctrl or Cmd while writing), S skips, a number chooses. */
export function questionKeyAction(pressed: PressedKey): QuestionKeyAction | undefined {
  if (pressed.key === "Enter") {
    return pressed.isModified || pressed.isChoosing ? { kind: "send" } : undefined;
  }
  if (pressed.isWriting || pressed.isModified || !pressed.hasSingleKeys) return undefined;
  if (pressed.key.toLowerCase() === "s") return { kind: "skip" };
  return /^[1-9]$/.test(pressed.key) ? { kind: "choose", index: Number(pressed.key) - 1 } : undefined;
}
