"use client";

import { createContext, type ReactNode, useContext } from "react";

/** What in the transcript takes the focus: its name, or the box for a message to its agent. */
export type TranscriptFocus = "name" | "message";
type OpenTranscript = (focus?: TranscriptFocus) => void;

const PanelContext = createContext<OpenTranscript>(() => undefined);

interface PanelProviderProps {
  readonly openTranscript: OpenTranscript;
  readonly children: ReactNode;
}

/** Says how the transcript of the selected session comes into view. */
export function PanelProvider({ openTranscript, children }: PanelProviderProps) {
  return <PanelContext value={openTranscript}>{children}</PanelContext>;
}

/** Opens the transcript, and moves the focus there for those who came by keyboard or want to write. */
export function useOpenTranscript(): OpenTranscript {
  return useContext(PanelContext);
}
