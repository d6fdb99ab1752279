"use client";

import { useEffect, useState } from "react";

const LONG_MS = 3_000;

/** Why nothing has come yet, once that takes long. Lies over the shape of what comes: nothing moves for it. */
export function LongWait() {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return (
    <span className="absolute top-3 left-1/2 w-max max-w-full -translate-x-1/2 rounded-2 border bg-surface px-2.5 py-1 text-center text-12 text-text-2">
      The server has not answered yet
    </span>
  );
}
