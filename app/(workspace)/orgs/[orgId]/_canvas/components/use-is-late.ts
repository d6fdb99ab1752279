import { useEffect, useState } from "react";

/** When the editor's script was there. */
const loadedAt = typeof performance === "undefined" ? 0 : performance.now();

/** True once the editor has been there for so many milliseconds: what only then begins to load holds its first picture not up. */
export function useIsLate(milliseconds: number): boolean {
  const [isLate, setIsLate] = useState(() => performance.now() - loadedAt > milliseconds);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isLate;
}
