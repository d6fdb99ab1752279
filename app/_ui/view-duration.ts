/** The time a movement of the view may take, in milliseconds; none for those who asked for less motion. */
export function viewDuration(): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 190;
}
