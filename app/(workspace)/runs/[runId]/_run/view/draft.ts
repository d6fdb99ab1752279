import type { CallId, SessionId } from "@/server/contract/ids.ts";
import { callOf, shelfOf } from "./call-book.ts";
import { type PagedList, roomOf } from "./paged-list.ts";
import type { CallView, RunView, SessionView } from "./run-view.ts";

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
type Part = object;

/**
 * A view while signals go into it: copies each part the first time it is written and never touches the original,
 * so that whatever did not change keeps its reference, and a batch of a thousand events costs one copy a part.
 */
export class RunDraft {
  readonly view: Writable<RunView>;
  readonly #owned = new Set<Part>();

  constructor(base: RunView) {
    this.view = { ...base };
  }

  session(sessionId: SessionId): Writable<SessionView> | undefined {
    const present = this.view.sessions[sessionId];
    if (!present || this.#owned.has(present)) return present;
    const copy = { ...present };
    this.putSession(copy);
    return copy;
  }

  putSession(session: SessionView): void {
    this.#owned.add(session);
    const sessions = this.own(this.view.sessions);
    sessions[session.sessionId] = session;
    this.view.sessions = sessions;
  }

  call(session: Writable<SessionView>, callId: CallId): Writable<CallView> | undefined {
    const present = callOf(session, callId);
    if (!present || this.#owned.has(present)) return present;
    const copy = { ...present };
    this.putCall(session, copy);
    return copy;
  }

  putCall(session: Writable<SessionView>, call: CallView): void {
    this.#owned.add(call);
    const calls = this.ownList(session.calls);
    const place = shelfOf(call.callId);
    const shelf: Record<string, CallView> = this.own(calls[place] ?? {});
    // Not by assignment: providers choose these ids, and `__proto__` would be no member.
    Object.defineProperty(shelf, call.callId, {
      value: call,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    calls[place] = shelf;
    session.calls = calls;
  }

  /** The same record, or a copy that may be written; put it back where it came from. */
  own<T extends Part>(record: T): Writable<T> {
    if (this.#owned.has(record)) return record;
    const copy = { ...record };
    this.#owned.add(copy);
    return copy;
  }

  /** The same map, or a copy that may be written; put it back where it came from. */
  ownMap<Key, Value>(map: ReadonlyMap<Key, Value>): Map<Key, Value> {
    if (this.#owned.has(map)) return map as Map<Key, Value>;
    const copy = new Map(map);
    this.#owned.add(copy);
    return copy;
  }

  /** The list with one more item. */
  append<T>(list: readonly T[], item: T): readonly T[] {
    const owned = this.ownList(list);
    owned.push(item);
    return owned;
  }

  /** The paged list with one more item. */
  appendToPages<T>(list: PagedList<T>, item: T): PagedList<T> {
    const pages: (readonly T[])[] = this.ownList(list.pages);
    const last = Math.max(0, pages.length - (roomOf(list) === 0 ? 0 : 1));
    pages[last] = this.append(pages[last] ?? [], item);
    return { length: list.length + 1, pages };
  }

  /** The same list, or a copy that may be written; put it back where it came from. */
  ownList<T>(list: readonly T[]): T[] {
    if (this.#owned.has(list)) return list as T[];
    const copy = [...list];
    this.#owned.add(copy);
    return copy;
  }
}

/** A session that a fold step may write. */
export type SessionDraft = Writable<SessionView>;
