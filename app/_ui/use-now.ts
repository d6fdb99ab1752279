"use client";

import { useEffect, useState } from "react";
import { CLOCK_EVENT, serverClock } from "./server-clock.ts";

const present = (): Date => new Date(Date.now() + serverClock.ahead);

/** The server's time, renewed every `everyMs`: for times that count on screen. */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(present);
  useEffect(() => {
    const renew = () => setNow(present());
    const timer = setInterval(renew, everyMs);
    window.addEventListener(CLOCK_EVENT, renew);
    return () => {
      clearInterval(timer);
      window.removeEventListener(CLOCK_EVENT, renew);
    };
  }, [everyMs]);
  return now;
}
