import { API_URL } from "./api-url.ts";

/**
 * Asks for what a page is about while its scripts are still on their way: the drawing of an org, the events of a run. Runs once,
 * with the document; who comes from another page of OpenHive has the scripts already. `fetchOrTakeEarly` and
 * `EarlyEventSource` hand it over to the client that asks for the same address; what nobody takes is let go after ten seconds.
 */
export const earlyScript = `(() => {
  const held = (window.openhiveEarly = { responses: {}, sources: {} });
  const address = (path, input) => "${API_URL}/" + path + "input=" + encodeURIComponent(JSON.stringify(input));
  const [, place, id, rest] = /^\\/(orgs|runs)\\/([^/]+)(\\/?.*)$/.exec(location.pathname) ?? [];
  if (place === "orgs" && rest === "") {
    const url = address("orgs.get?batch=1&", { 0: { json: { idOrSlug: decodeURIComponent(id) } } });
    held.responses[url] = fetch(url);
    held.responses[url].catch(() => {});
  }
  if (place === "runs" && /^[0-9a-f-]{36}$/.test(id)) {
    const url = address("runs.follow?", { json: { runId: id, lastEventId: "0" } });
    const source = new EventSource(url);
    const heard = [];
    const hear = (event) => heard.push(event);
    const types = ["connected", "message", "ping", "return", "serialized-error", "error"];
    for (const type of types) source.addEventListener(type, hear);
    // Told to the end: a browser would ask for all of it again.
    source.addEventListener("return", () => source.close());
    const leave = () => types.forEach((type) => source.removeEventListener(type, hear));
    held.sources[url] = { source, heard, leave };
  }
  setTimeout(() => {
    for (const { source } of Object.values(held.sources)) source.close();
    held.responses = {};
    held.sources = {};
  }, 10_000);
})();`;
