import { Button } from "../../../../_ui/button.tsx";
import { Note } from "../../../../_ui/note.tsx";
import { FileDiff } from "../doctor/file-diff.tsx";
import type { ManualConflictState } from "./use-manual.ts";

interface ManualConflictProps {
  readonly conflict: ManualConflictState;
}

/** The file was written elsewhere while it was changed here: both are shown, and one is chosen. */
export function ManualConflict({ conflict: { theirs, mine, take, keep } }: ManualConflictProps) {
  return (
    <section aria-label="Changed elsewhere" className="flex flex-col gap-2">
      <div role="alert">
        <Note tone="warn">
          The file was changed elsewhere meanwhile. Lines with − stand there now, lines with + are yours.
        </Note>
      </div>
      <FileDiff before={theirs} after={mine} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={take}>Discard mine, use the file</Button>
        <Button onClick={keep}>Keep mine, replace the file</Button>
      </div>
    </section>
  );
}
