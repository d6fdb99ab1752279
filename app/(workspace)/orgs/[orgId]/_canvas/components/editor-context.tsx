"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { useStore } from "zustand";
import { type CardFeed, createCardFeed } from "../store/card-feed.ts";
import type { EditorActions, EditorStore, EditorStoreState } from "../store/create-editor-store.ts";

const EditorContext = createContext<EditorStore | undefined>(undefined);
const CardContext = createContext<CardFeed | undefined>(undefined);

interface EditorProviderProps {
  readonly store: EditorStore;
  readonly children: ReactNode;
}

/** Gives the components below it the store of one loaded org. */
export function EditorProvider({ store, children }: EditorProviderProps) {
  const [cards] = useState(() => createCardFeed(store));
  return (
    <EditorContext value={store}>
      <CardContext value={cards}>{children}</CardContext>
    </EditorContext>
  );
}

/** The store itself, for handlers that read it once. */
export function useEditorStore(): EditorStore {
  const store = useContext(EditorContext);
  if (!store) throw new Error("The editor's parts are used inside EditorProvider");
  return store;
}

/** A part of the state; draws again when that part changes. */
export function useEditor<Part>(select: (state: EditorStoreState) => Part): Part {
  return useStore(useEditorStore(), select);
}

/** Everything that can be done; never changes. */
export function useEditorActions(): EditorActions {
  return useEditorStore().getState().actions;
}

/** What one card shows of the state; asked only when something changed that cards show. */
export function useCards<Part>(select: (state: EditorStoreState) => Part): Part {
  const cards = useContext(CardContext);
  if (!cards) throw new Error("Cards are drawn inside EditorProvider");
  return useStore(cards, select);
}
