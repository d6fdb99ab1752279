import type { Container } from "./container.ts";

const KEY = Symbol.for("openhive.container");

type Host = typeof globalThis & { [KEY]?: Container };

/**
 * Hands the container to the pages and routes. They are bundled apart from the server's own modules but run in the same
 * process, so what they share hangs on `globalThis`; the bundle holds no second copy of the server.
 */
export function shareContainer(container: Container): void {
  (globalThis as Host)[KEY] = container;
}

/** The container of this process. Throws where the pages were started without their server. */
export function getContainer(): Container {
  const container = (globalThis as Host)[KEY];
  if (!container) throw new Error("The pages run without their server. Start OpenHive with `npm start`.");
  return container;
}
