"use client";

import { useEffect, useState } from "react";

/** The time, renewed every `everyMs` while `isRunning`: for times that count on screen. */
export function useNow(everyMs: number, isRunning = true): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, isRunning]);
  return now;
}
