/** Who started a run, in two short lines: "anna", "at a terminal". Undefined where nobody knows. */
export function starterWords(
  startedBy: string | null,
): { readonly who: string; readonly where: string } | undefined {
  if (startedBy === null) return undefined;
  const at = startedBy.indexOf(" at a ");
  if (at < 0) return { who: startedBy, where: "" };
  return { who: startedBy.slice(0, at), where: startedBy.slice(at + 1) };
}
