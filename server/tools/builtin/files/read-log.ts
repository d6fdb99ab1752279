/** Lines of a file, from 1, both ends included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** What a session knows of a file. */
export interface KnownFile {
  readonly hash: string;
  /** Lines that it was shown of this content. */
  readonly shown: readonly LineRange[];
  /** Whether it knows all of it: it was shown every line, or wrote the file itself. */
  readonly isWhole: boolean;
}

/** What each session last saw of each file. In memory: a session that moved to another process reads again before it writes. */
export interface ReadLog {
  get(sessionId: string, file: string): KnownFile | undefined;
  set(sessionId: string, file: string, known: KnownFile): void;
}

const SESSIONS = 1_000;
const FILES = 1_000;

/** Forgets the session, and within a session the file, that was longest without a word. */
export function createReadLog(): ReadLog {
  const sessions = new Map<string, Map<string, KnownFile>>();
  return {
    get: (sessionId, file) => sessions.get(sessionId)?.get(file),
    set(sessionId, file, known) {
      const files = sessions.get(sessionId) ?? new Map<string, KnownFile>();
      putLast(sessions, { key: sessionId, value: files, most: SESSIONS });
      putLast(files, { key: file, value: known, most: FILES });
    },
  };
}

function putLast<Value>(
  map: Map<string, Value>,
  { key, value, most }: { readonly key: string; readonly value: Value; readonly most: number },
): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

/** The ranges as few as possible, in order. */
export function mergeRanges(ranges: readonly LineRange[]): readonly LineRange[] {
  const merged: LineRange[] = [];
  for (const range of ranges.toSorted((left, right) => left.from - right.from)) {
    const last = merged.at(-1);
    if (last === undefined || range.from > last.to + 1) merged.push(range);
    else merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
  }
  return merged;
}

export function coversRange(shown: readonly LineRange[], wanted: LineRange): boolean {
  return shown.some(({ from, to }) => from <= wanted.from && to >= wanted.to);
}
