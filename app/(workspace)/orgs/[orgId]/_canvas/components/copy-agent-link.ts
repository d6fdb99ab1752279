import { showToast } from "@/app/_ui/toast-store.ts";

/** Puts the address of an agent on the clipboard, or in the address bar where the browser gives no clipboard. */
export async function copyAgentLink(agentId: string, name: string): Promise<void> {
  const address = new URL(window.location.href);
  address.search = new URLSearchParams({ agent: agentId }).toString();
  address.hash = "";
  try {
    await navigator.clipboard.writeText(address.href);
    showToast({ kind: "done", id: "link", text: `Link to ${name} copied` });
  } catch {
    window.history.replaceState(window.history.state, "", address);
    showToast({ kind: "info", id: "link", text: `The link to ${name} is in the address bar` });
  }
}
