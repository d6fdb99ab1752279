"use client";

import { useStore } from "zustand";
import { connection, type Missing } from "./connection.ts";

/** When the server or its database stopped answering, in milliseconds since 1970; null while they answer. */
export function useOfflineSince(): number | null {
  return useStore(connection, (state) => state.offlineSince);
}

/** What does not answer; null while everything does. */
export function useMissing(): Missing | null {
  return useStore(connection, (state) => (state.offlineSince === null ? null : state.missing));
}

/** Changes whenever the connection came back. */
export function useConnectionReturns(): number {
  return useStore(connection, (state) => state.returns);
}
