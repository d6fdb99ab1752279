/** How parts that stand side by side look, of which one is chosen: a setting's values, or links to pages that belong together. */
export const segmentBox =
  "inline-flex max-w-full flex-none gap-0.5 overflow-x-auto rounded-2 bg-surface-3 p-0.5 pointer-coarse:py-1";

/** For a finger it is as high as the box, 44 pixels, of which it fills 36. */
export const segment =
  "relative inline-flex h-6 flex-none items-center gap-1.5 rounded-1 px-2 text-12 font-medium whitespace-nowrap before:absolute before:inset-x-0 before:-inset-y-1 before:hidden focus-inside pointer-coarse:h-9 pointer-coarse:before:block";
