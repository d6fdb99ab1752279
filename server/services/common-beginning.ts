/** `startsWith` for long texts, which goes through them letter by letter: to compare two whole texts takes a fraction of that. */
export function beginsWith(text: string, beginning: string): boolean {
  return text.slice(0, beginning.length) === beginning;
}

/** What both texts begin with. */
export function commonBeginning(left: string, right: string): string {
  if (beginsWith(left, right)) return right;
  let same = 0;
  while (same < left.length && left[same] === right[same]) same += 1;
  return left.slice(0, same);
}
