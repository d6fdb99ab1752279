import type { OrgDocument } from "@/server/contract/org-document.ts";
import type { SaveOutcome, SaveState } from "./save-state.ts";

/** What a save sends: the whole drawing and the version it is based on. */
export interface SaveRequest {
  readonly baseVersion: number;
  readonly document: OrgDocument;
}

/** What the saver needs of its surroundings. */
export interface AutoSaverPorts {
  /** The drawing as it is now, and the version and drawing the server is known to have. */
  read(): { readonly document: OrgDocument; readonly savedDocument: OrgDocument; readonly version: number };
  /** Never rejects. */
  save(request: SaveRequest): Promise<SaveOutcome>;
  onState(state: SaveState): void;
  onSaved(version: number, document: OrgDocument): void;
}

/** Saves edits by themselves: one save at a time, each on top of the version the one before it made. */
export interface AutoSaver {
  /** An edit happened: save when edits pause. */
  schedule(): void;
  /** Save now what is not saved; resolves when that attempt is over. */
  flush(): Promise<void>;
  /** Stops for good; nothing is saved any more. */
  dispose(): void;
}

/** Milliseconds without an edit before a save. */
export const savePause = 800;
/** Milliseconds before the next attempt while the server cannot be reached: doubled each time up to the last. */
const retryPauses = { first: 2_000, last: 30_000 } as const;

/** Builds a saver. It stands still during a conflict, until `flush` is called with the version the person chose. */
export function createAutoSaver(ports: AutoSaverPorts): AutoSaver {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let retryPause: number = retryPauses.first;
  let isInConflict = false;
  let isDisposed = false;

  const wait = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), milliseconds);
  };

  const settle = (outcome: SaveOutcome, sent: OrgDocument): void => {
    if (outcome.kind !== "offline") retryPause = retryPauses.first;
    switch (outcome.kind) {
      case "saved":
        ports.onSaved(outcome.version, sent);
        if (ports.read().document === sent) ports.onState({ kind: "saved" });
        else schedule();
        return;
      case "conflict":
        isInConflict = true;
        ports.onState({ kind: "conflict", theirs: outcome.theirs });
        return;
      case "offline":
        ports.onState({ kind: "offline" });
        wait(retryPause);
        retryPause = Math.min(retryPause * 2, retryPauses.last);
        return;
      case "failed":
        ports.onState({ kind: "failed", message: outcome.message });
    }
  };

  const saveOnce = async (): Promise<void> => {
    const { document, savedDocument, version } = ports.read();
    if (document === savedDocument) return ports.onState({ kind: "saved" });
    ports.onState({ kind: "saving" });
    const outcome = await ports.save({ baseVersion: version, document });
    running = undefined;
    if (!isDisposed) settle(outcome, document);
  };

  const schedule = (): void => {
    if (isDisposed || isInConflict || running !== undefined) return;
    ports.onState({ kind: "edited" });
    wait(savePause);
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    if (isDisposed) return;
    await running;
    isInConflict = false;
    running ??= saveOnce().finally(() => {
      running = undefined;
    });
    await running;
  };

  return {
    schedule,
    flush,
    dispose: () => {
      isDisposed = true;
      clearTimeout(timer);
    },
  };
}
