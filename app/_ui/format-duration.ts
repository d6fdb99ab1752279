const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const two = (value: number) => String(value).padStart(2, "0");

/** A point in a run: `0:42`, `1:12:05`. */
export function formatClock(milliseconds: number): string {
  const safe = Math.max(0, milliseconds);
  const hours = Math.floor(safe / HOUR);
  const minutes = Math.floor((safe % HOUR) / MINUTE);
  const seconds = Math.floor((safe % MINUTE) / SECOND);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** How long something took: `3.1 s` under ten seconds, `42 s` under a minute, then `1:31`. */
export function formatDuration(milliseconds: number): string {
  const safe = Math.max(0, milliseconds);
  if (safe < 9_950) return `${(safe / SECOND).toFixed(1)} s`;
  if (safe < 59_500) return `${Math.round(safe / SECOND)} s`;
  return formatClock(Math.round(safe / SECOND) * SECOND);
}
