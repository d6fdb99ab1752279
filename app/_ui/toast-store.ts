import { createStore } from "zustand/vanilla";

export type ToastKind = "info" | "done" | "person" | "fail";

export interface ToastOptions {
  readonly kind?: ToastKind;
  /** What happened: "Fact checker deleted, with 1 line". */
  readonly text: string;
  readonly action?: { readonly label: string; readonly onSelect: () => void };
  /** A second toast with the same id replaces the first. */
  readonly id?: string;
}

interface ToastState {
  /** Those that are still to be drawn, oldest first. */
  readonly pending: readonly ToastOptions[];
}

/** Toasts on their way to the part that draws them, which is loaded with the first one. */
export const toastStore = createStore<ToastState>(() => ({ pending: [] }));

/** Tells of something that happened out of view. Five seconds; failures stay until closed. */
export function showToast(toast: ToastOptions): void {
  toastStore.setState(({ pending }) => ({ pending: [...pending, toast] }));
}

/** Takes what is to be drawn. */
export function takeToasts(): readonly ToastOptions[] {
  const { pending } = toastStore.getState();
  if (pending.length > 0) toastStore.setState({ pending: [] });
  return pending;
}
