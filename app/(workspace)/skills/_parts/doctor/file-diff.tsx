import { structuredPatch } from "diff";
import { classNames } from "../../../../_ui/class-names.ts";
import { showHidden } from "../files/show-hidden.ts";

interface FileDiffProps {
  readonly before: string;
  readonly after: string;
}

const LONGEST = 200_000;
const looks: Readonly<Record<string, string>> = {
  "+": "bg-st-done-soft text-st-done",
  "-": "bg-st-fail-soft text-st-fail",
};

/** The lines of a text that change, with a few around them. What cannot be seen is written out. */
export function FileDiff({ before, after }: FileDiffProps) {
  if (before === after) return <p className="text-12 text-text-3">The text stays as it is.</p>;
  if (before.length + after.length > LONGEST)
    return <p className="text-12 text-text-3">The file is too long to be compared here.</p>;
  const { hunks } = structuredPatch("", "", visible(before), visible(after), "", "", { context: 2 });
  return (
    // biome-ignore lint/a11y/useSemanticElements: names the scrolling box
    <pre
      role="group"
      aria-label="Lines that change"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
      tabIndex={0}
      className="mono max-h-80 overflow-auto rounded-2 border bg-surface-2 py-1 text-12 leading-[1.125rem] focus-inside"
    >
      {hunks.flatMap((hunk) =>
        hunk.lines.map((line, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal
            key={`${hunk.oldStart} ${index}`}
            className={classNames("block px-3 whitespace-pre-wrap wrap-anywhere", looks[line.charAt(0)])}
          >
            {line}
          </span>
        )),
      )}
    </pre>
  );
}

/** Line endings and characters without width are what many mends are about. */
function visible(text: string): string {
  return showHidden(text.replaceAll("\r\n", "\u240D\n"));
}
