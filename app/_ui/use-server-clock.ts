"use client";

import { useEffect } from "react";
import { measureServerClock } from "./measure-server-clock.ts";

/** Makes the times of a page right where this browser's clock is not. */
export function useServerClock(): void {
  useEffect(() => void measureServerClock(), []);
}
