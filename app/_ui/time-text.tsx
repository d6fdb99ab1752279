"use client";

import { formatMoment, formatTime } from "./format-time.ts";
import { useNow } from "./use-now.ts";

interface TimeTextProps {
  readonly iso: string;
  readonly className?: string;
}

/** When something happened; keeps itself up to date. */
export function TimeText({ iso, className }: TimeTextProps) {
  const now = useNow(10_000);
  return (
    <time dateTime={iso} title={formatMoment(iso)} className={className}>
      {formatTime(iso, now)}
    </time>
  );
}
