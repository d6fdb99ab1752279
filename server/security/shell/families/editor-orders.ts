/** Orders by which an editor starts a program or a shell. */
const EDITOR_ORDERS =
  /^[+:\s]*(sil\w*!?\s+)?(sh(ell)?|ter(m(inal)?)?)\b(?!.)|system(list)?\(|\bdelete\(|jobstart\(|term_start\(|vim\.(fn|loop|uv|system)|\bexe(cute)?\b.*!|^[+:\s]*(sil\w*!?\s+)?(py3?|python3?|perl|ruby|lua|luado|mz(scheme)?|tcl)\b/;
/** What Emacs is asked to work out, where that starts programs, deletes, or reaches out. */
export const EMACS_ORDERS =
  /shell|process|delete-(dir|file)|\burl-|network|getenv|\((eval|funcall|apply|read-from-string|kill-emacs-hook|rename-file|set-file-modes|dired|compile|tramp|call-)\b|write-region[^)]*"\/|make-pipe|term\b/;

/** `:!x`, `%!x`, `r !x`, `silent !x`: the mark stands alone, not behind the word that it strengthens. */
function isEditorFilter(values: readonly string[], index: number): boolean {
  const value = values[index] ?? "";
  const isOrder = value.startsWith("+") || /^(-c|--cmd|-S|--remote-send)$/.test(values[index - 1] ?? "");
  return (
    /^:*!/.test(value) || (isOrder && /(^[-+]?|[\s|:%.$\d,"'])!\s*\S/.test(value)) || /^-c.*!/.test(value)
  );
}

/** Whether an editor of the vi family is told to start a program or another language. */
export function ordersOfEditor(values: readonly string[]): boolean {
  return values.some((value, index) => EDITOR_ORDERS.test(value) || isEditorFilter(values, index));
}
