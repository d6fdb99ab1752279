const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const two = (value: number) => String(value).padStart(2, "0");
const clock = (date: Date) => `${date.getHours()}:${two(date.getMinutes())}`;

/**
 * When something happened, in the reader's time zone: relative up to an hour, clock time today, the day before that.
 * `now` is a parameter so that a list can show one moment.
 */
export function formatTime(iso: string, now: Date = new Date()): string {
  const date = new Date(iso);
  const past = now.getTime() - date.getTime();
  if (past < 10_000) return "just now";
  if (past < MINUTE) return `${Math.floor(past / 1_000)} s ago`;
  if (past < HOUR) return `${Math.floor(past / MINUTE)} min ago`;
  if (isSameDay(date, now)) return clock(date);
  if (isSameDay(date, new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)))
    return `Yesterday ${clock(date)}`;
  return dayOf(date, now);
}

/** The moment in full, for a tooltip: `24 Nov 2026 17:50:03`. */
export function formatMoment(iso: string): string {
  return `${formatMinute(iso)}:${two(new Date(iso).getSeconds())}`;
}

/** A moment that is still to come: `24 Nov 2026 17:50`. */
export function formatMinute(iso: string): string {
  const date = new Date(iso);
  return `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()} ${clock(date)}`;
}

function dayOf(date: Date, now: Date): string {
  const day = `${date.getDate()} ${months[date.getMonth()]}`;
  return date.getFullYear() === now.getFullYear() ? `${day} ${clock(date)}` : `${day} ${date.getFullYear()}`;
}

/** By the reader's calendar. */
export function isSameDay(left: Date, right: Date): boolean {
  return (
    left.getFullYear() === right.getFullYear() &&
    left.getMonth() === right.getMonth() &&
    left.getDate() === right.getDate()
  );
}
