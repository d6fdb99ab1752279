"use client";

import { useEffect } from "react";
import { addCommands, type CommandGroup } from "./command-store.ts";

/** Adds commands to the palette while a page is shown. Memoise `groups`: a new array registers anew. */
export function useCommands(groups: readonly CommandGroup[]): void {
  useEffect(() => addCommands(groups), [groups]);
}
