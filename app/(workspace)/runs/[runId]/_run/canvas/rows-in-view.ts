import type { SessionView } from "../view/run-view.ts";

/** As many instances as a stacked card has rows for. */
export const ROWS = 3;

/** Those that a stacked card shows: the selected one, then those that wait for a person, then the first; in their own order. */
export function rowsInView(
  instances: readonly SessionView[],
  selectedId: string | undefined,
): readonly SessionView[] {
  const rank = ({ sessionId, state }: SessionView): number => {
    if (sessionId === selectedId) return 0;
    return state === "waiting-person" ? 1 : 2;
  };
  const inView = new Set(instances.toSorted((left, right) => rank(left) - rank(right)).slice(0, ROWS));
  return instances.filter((session) => inView.has(session));
}
