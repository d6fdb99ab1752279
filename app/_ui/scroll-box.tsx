import type { ComponentProps } from "react";

interface ScrollBoxProps extends ComponentProps<"section"> {
  /** What is in it: it has the focus for itself. */
  readonly "aria-label": string;
}

/** A part of a page that scrolls by itself. Whatever scrolls has to be reached by key, also where nothing in it can be. */
export function ScrollBox(props: ScrollBoxProps) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what has the focus
  return <section {...props} tabIndex={0} />;
}
