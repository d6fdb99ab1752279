/** Breaks a name into at most two lines of so many characters; what does not fit is cut with an ellipsis. */
export function nameLines(name: string, width: number): readonly string[] {
  const text = name.trim().replace(/\s+/g, " ");
  if (text.length <= width) return [text];
  const gap = text.lastIndexOf(" ", width);
  if (gap <= 0) return [cut(text, width)];
  return [text.slice(0, gap), cut(text.slice(gap + 1), width)];
}

/** Whole characters: an emoji is not cut in half. */
function cut(text: string, width: number): string {
  if (text.length <= width) return text;
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length > width - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
