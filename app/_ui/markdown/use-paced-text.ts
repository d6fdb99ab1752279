import { useEffect, useRef, useState } from "react";

/** After a costly drawing the next one waits so many times as long as that took. */
const REST = 7;

/**
 * The text to draw of one that grows: followed at once as long as drawing it costs little. So it leaves the page to whoever
 * reads it, whatever stands in it. Its last state is always drawn in the end; another text, at once.
 */
export function usePacedText(text: string): string {
  const [shown, setShown] = useState(text);
  const pace = useRef({ askedAt: Number.NaN, restUntil: 0 });
  useEffect(() => {
    const now = performance.now();
    // Here the page has been drawn, as a rule, with what was asked for.
    if (!Number.isNaN(pace.current.askedAt)) {
      const cost = now - pace.current.askedAt;
      pace.current = { askedAt: Number.NaN, restUntil: now + cost * REST };
    }
    if (text === shown) return;
    const follow = () => {
      pace.current.askedAt = performance.now();
      setShown(text);
    };
    const wait = pace.current.restUntil - now;
    if (wait <= 0) return follow();
    const timer = setTimeout(follow, wait);
    return () => clearTimeout(timer);
  }, [text, shown]);
  return text.startsWith(shown) ? shown : text;
}
