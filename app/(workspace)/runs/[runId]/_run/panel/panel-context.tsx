"use client";

import { createContext, type ReactNode, useContext } from "react";

type OpenTranscript = (isFocused?: boolean) => void;

const PanelContext = createContext<OpenTranscript>(() => undefined);

interface PanelProviderProps {
  readonly openTranscript: OpenTranscript;
  readonly children: ReactNode;
}

/** Says how the transcript of the selected session comes into view. */
export function PanelProvider({ openTranscript, children }: PanelProviderProps) {
  return <PanelContext value={openTranscript}>{children}</PanelContext>;
}

/** Opens the transcript; `true` moves the focus there, for those who came by keyboard. */
export function useOpenTranscript(): OpenTranscript {
  return useContext(PanelContext);
}
