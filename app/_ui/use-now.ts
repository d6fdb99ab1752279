"use client";

import { useEffect, useState } from "react";
import { CLOCK_EVENT, serverClock } from "./server-clock.ts";

const present = (): Date => new Date(Date.now() + serverClock.ahead);

/** The server's time, renewed every `everyMs` while `isRunning`: for times that count on screen. */
export function useNow(everyMs: number, isRunning = true): Date {
  const [now, setNow] = useState(present);
  useEffect(() => {
    const renew = () => setNow(present());
    const timer = isRunning ? setInterval(renew, everyMs) : undefined;
    window.addEventListener(CLOCK_EVENT, renew);
    return () => {
      clearInterval(timer);
      window.removeEventListener(CLOCK_EVENT, renew);
    };
  }, [everyMs, isRunning]);
  return now;
}
