/** Gives a control the focus for whoever goes on writing in it: behind what stands there, where a field that is drawn anew has it before. */
export function focusAtEnd(control: HTMLElement | null | undefined, options?: FocusOptions): void {
  control?.focus(options);
  const isField = control instanceof HTMLTextAreaElement || control instanceof HTMLInputElement;
  // What is chosen and not written in has no selection.
  if (isField && control.selectionStart !== null)
    control.setSelectionRange(control.value.length, control.value.length);
}
