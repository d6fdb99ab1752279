/** The first `length` UTF-16 units, one fewer where the cut would go through a character. */
export function headOf(text: string, length: number): string {
  return text.slice(0, isPair(text, length) ? length - 1 : length);
}

/** The last `length` UTF-16 units, one fewer where the cut would go through a character. */
export function tailOf(text: string, length: number): string {
  const from = Math.max(0, text.length - length);
  return text.slice(isPair(text, from) ? from + 1 : from);
}

/** Whether the units before and behind a place are the halves of one character. */
function isPair(text: string, place: number): boolean {
  return (
    isBetween(text.charCodeAt(place - 1), 0xd800, 0xdbff) && isBetween(text.charCodeAt(place), 0xdc00, 0xdfff)
  );
}

function isBetween(code: number, least: number, most: number): boolean {
  return code >= least && code <= most;
}
