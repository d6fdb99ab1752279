import { showToast } from "./toast-store.ts";

/** A part of the page whose script could not be loaded. */
export interface MissingPart {
  /** True when it is there now; never rejects. */
  readonly load: () => Promise<boolean>;
  /** Goes on with what it was wanted for. */
  readonly onLoaded: () => void;
}

/** Says that a part could not be loaded and offers to try again: the part that was asked for last, as only that is waited for. */
export function tellMissing(part: MissingPart): void {
  const retry = async () => {
    if (await part.load()) part.onLoaded();
    else tellMissing(part);
  };
  showToast({
    kind: "fail",
    id: "missing-part",
    text: "A part of this page could not be loaded: the server did not answer. Nothing you made is lost",
    action: { label: "Retry", onSelect: () => void retry() },
  });
}
