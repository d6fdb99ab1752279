import type { FitViewOptions } from "@xyflow/react";

/** How the whole org is brought into view: never larger than drawn, clear of what floats over the canvas. */
export function fitOptions(): FitViewOptions {
  const isNarrow = matchMedia("(max-width: 767px)").matches;
  return {
    maxZoom: 1,
    minZoom: 0.1,
    padding: isNarrow
      ? { top: "20px", bottom: "150px", left: "16px", right: "16px" }
      : { top: "32px", bottom: "184px", left: "32px", right: "32px" },
  };
}
