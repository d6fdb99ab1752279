/** Whether a key or a paste is meant for a text field, so that the canvas leaves it alone. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest("input, textarea, select, [contenteditable=true], [role=combobox]") !== null;
}

/** Whether something modal lies over the page. */
export function isDialogOpen(): boolean {
  return (
    document.querySelector(
      "[role=dialog][data-state=open], [role=alertdialog], [role=menu], [role=listbox]",
    ) !== null
  );
}
