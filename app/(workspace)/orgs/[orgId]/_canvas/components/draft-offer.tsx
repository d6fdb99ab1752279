"use client";

import { Button } from "@/app/_ui/button.tsx";
import { TimeText } from "@/app/_ui/time-text.tsx";

interface DraftOfferProps {
  /** ISO time of the last edit. */
  readonly keptAt: string;
  readonly onDiscard: () => void;
  readonly onRestore: () => void;
}

/** Edits from before, to be taken back or thrown away. */
export function DraftOffer({ keptAt, onDiscard, onRestore }: DraftOfferProps) {
  return (
    <div className="absolute inset-x-4 top-4 z-20 flex justify-center" role="status">
      <div className="flex flex-wrap items-center gap-2 rounded-3 border border-st-person-line bg-st-person-soft py-1.5 pr-1.5 pl-3 text-12">
        <span className="mr-1">
          Edits from <TimeText iso={keptAt} /> were not saved.
        </span>
        <Button variant="ghost" onClick={onDiscard}>
          Discard
        </Button>
        <Button onClick={onRestore}>Restore</Button>
      </div>
    </div>
  );
}
