import { describeRoom, isOverfull, MAKE_ROOM, type WorkspaceRoom } from "../files/workspace-room.ts";

/** A workspace while a command runs in it. */
export interface RoomWatch {
  /** Bytes that one file may get. */
  readonly mostFileBytes: number;
  /** Aborts when the call is aborted, and when the command has filled the workspace. */
  readonly signal: AbortSignal;
  /** Ends the watch; says what there is to say about the room, if anything. */
  end(): Promise<{ readonly isStopped: boolean; readonly note: string | undefined }>;
}

const LOOK_MS = 1_000;
/** Looking takes at most this part of the time. */
const SHARE = 5;
/** The temporary folder that a command gets. */
const OWN_FILES = 1;
/** So that a full workspace can still be cleared by a command that writes a little. */
const LEAST_FILE_BYTES = 65_536;

/**
 * Looks again and again what lies in the workspace, and stops a command that brings it over its limits. Between two looks more can be
 * written: what holds without a gap is the size of one file. One that finds the workspace too full may run as long as it adds nothing.
 */
export async function watchRoom(
  room: WorkspaceRoom,
  { workspace, signal }: { readonly workspace: string; readonly signal: AbortSignal },
): Promise<RoomWatch> {
  const { limits } = room;
  const stop = new AbortController();
  let before = await room.measure(workspace);
  const mostFileBytes = Math.max(LEAST_FILE_BYTES, limits.bytes - before.bytes);
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    const start = Date.now();
    const use = await room.measure(workspace);
    if (stop.signal.aborted || timer === undefined) return;
    const hasGrown = use.bytes > before.bytes || use.files > before.files + OWN_FILES;
    if (isOverfull(use, limits) && hasGrown) return stop.abort(new Error("The workspace is full."));
    before = { bytes: Math.min(before.bytes, use.bytes), files: Math.min(before.files, use.files) };
    later(Math.max(LOOK_MS, (Date.now() - start) * SHARE));
  };
  let looking = Promise.resolve();
  const later = (wait: number): void => {
    timer = setTimeout(() => {
      looking = look();
    }, wait);
  };
  later(LOOK_MS);
  return {
    mostFileBytes,
    signal: AbortSignal.any([signal, stop.signal]),
    async end() {
      clearTimeout(timer);
      timer = undefined;
      // What was counted before the end is no answer.
      await looking;
      const use = await room.measure(workspace);
      const note = isOverfull(use, limits) ? `${describeRoom(use, limits)} ${MAKE_ROOM}` : undefined;
      return { isStopped: stop.signal.aborted && !signal.aborted, note };
    },
  };
}
