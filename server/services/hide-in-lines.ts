import type { Scrubber } from "../security/scrub/scrubber.ts";
import { commonBeginning } from "./common-beginning.ts";

/** The complete lines of a text that is still being written, without secrets, up to the one in which one may have begun. */
export type HideInLines = (text: string) => string;

/** For streamed texts: a line that is shown cannot be taken back when the next one tells that it was part of a secret. */
export function createHideInLines(scrubber: Pick<Scrubber, "text" | "openFrom">): HideInLines {
  return (text) => {
    const from = scrubber.openFrom(text);
    const whole = scrubber.text(text).value;
    // One secret may end in what another begins with: before that place stands what hides in the whole text only.
    const hidden =
      from < text.length ? commonBeginning(whole, scrubber.text(text.slice(0, from)).value) : whole;
    return hidden.slice(0, hidden.lastIndexOf("\n") + 1);
  };
}
