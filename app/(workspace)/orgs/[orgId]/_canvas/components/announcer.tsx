"use client";

import { useEditor } from "./editor-context.tsx";

/** Reads aloud, politely, what changed. */
export function Announcer() {
  const announcement = useEditor((state) => state.announcement);
  const count = useEditor((state) => state.announcementCount);
  return (
    <div role="status" aria-live="polite" className="sr-only" data-announcer>
      {/* The same words twice are told twice: something new stands there each time. */}
      <span key={count}>{announcement}</span>
    </div>
  );
}
