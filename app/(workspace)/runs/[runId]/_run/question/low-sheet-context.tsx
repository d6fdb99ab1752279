"use client";

import { createContext, type ReactNode, useContext } from "react";

const LowSheetContext = createContext(false);

interface LowSheetProviderProps {
  readonly isLow: boolean;
  readonly children: ReactNode;
}

/** Says whether the panel is a sheet at its lowest stop, which has no room for a form. */
export function LowSheetProvider({ isLow, children }: LowSheetProviderProps) {
  return <LowSheetContext value={isLow}>{children}</LowSheetContext>;
}

export function useIsLowSheet(): boolean {
  return useContext(LowSheetContext);
}
