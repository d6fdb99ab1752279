"use client";

import { useStore } from "zustand";
import { connection } from "./connection.ts";

/** When the server stopped answering, in milliseconds since 1970; null while it answers. */
export function useOfflineSince(): number | null {
  return useStore(connection, (state) => state.offlineSince);
}

/** Changes whenever the connection came back. */
export function useConnectionReturns(): number {
  return useStore(connection, (state) => state.returns);
}
