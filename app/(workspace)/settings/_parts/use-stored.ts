import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { showToast } from "../../../_ui/toast-store.ts";

/** What a dialog does once the server has stored or removed its thing: the list is read anew, people are told, it closes. */
export function useStored(list: QueryKey, onClose: () => void): (text: string) => Promise<void> {
  const queryClient = useQueryClient();
  return async (text) => {
    await queryClient.invalidateQueries({ queryKey: list });
    showToast({ kind: "done", text });
    onClose();
  };
}
