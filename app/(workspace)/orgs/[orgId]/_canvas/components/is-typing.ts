/** Whether a key or a paste is meant for a text field, so that the canvas leaves it alone. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest("input, textarea, select, [contenteditable=true], [role=combobox]") !== null;
}

const over =
  "[role=dialog][data-state=open]:not([data-beside-page]), [role=alertdialog], [role=menu], [role=listbox]";

/** Whether something lies over the page that has the keys to itself; a sheet beside which the page goes on has not. */
export function isDialogOpen(): boolean {
  return document.querySelector(over) !== null;
}
