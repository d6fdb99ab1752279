/** Height of a text area of so many lines: a box that grows with its text ignores `rows`. */
export function rowsHeight(rows: number): string {
  return `${rows * 1.25 + 0.875}rem`;
}
