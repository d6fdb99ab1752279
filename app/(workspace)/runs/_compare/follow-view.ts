import type { StoreApi } from "zustand/vanilla";
import type { RunView } from "../[runId]/_run/view/run-view.ts";

/** Between two pictures of a run that goes on: a table that changes with each frame can be neither read nor paid for. */
const BETWEEN_MS = 1_000;

/** Hands on the picture of a run, of one that goes on about once a second and of one that is over at once; answers how to stop. */
export function followView(
  store: Pick<StoreApi<{ readonly view: RunView }>, "getState" | "subscribe">,
  onView: (view: RunView) => void,
): () => void {
  let due: ReturnType<typeof setTimeout> | undefined;
  const tell = (): void => {
    clearTimeout(due);
    due = undefined;
    const { view } = store.getState();
    if (view.seq > 0) onView(view);
  };
  const look = ({ finishedAt }: RunView): void => {
    if (finishedAt === null) due ??= setTimeout(tell, BETWEEN_MS);
    else tell();
  };
  const leave = store.subscribe(({ view }, before) => {
    if (view !== before.view) look(view);
  });
  look(store.getState().view);
  return () => {
    clearTimeout(due);
    leave();
  };
}
