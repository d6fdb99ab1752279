import { API_URL } from "./api-url.ts";

/**
 * Asks for what a page is about while its scripts are still on their way: the drawing of an org, a run and its events. Runs once,
 * with the document; who comes from another page of OpenHive has the scripts already. `fetchOrTakeEarly` and `readOrTakeEarly` hand it
 * over to who asks for the same address; what nobody takes is let go ten seconds after the scripts have come.
 */
export const earlyScript = `(() => {
  const held = (window.openhiveEarly = { responses: {}, texts: {} });
  const hold = (kept, url, answer) => {
    kept[url] = answer;
    answer.catch(() => {});
  };
  const ask = (path, input) => {
    const url = "${API_URL}/" + path + "?batch=1&input=" + encodeURIComponent(JSON.stringify({ 0: input }));
    hold(held.responses, url, fetch(url));
  };
  // What is large is read to its end: of what nobody reads only the beginning comes. As a blob it is gathered outside of this thread,
  // which scripts need: read as text it would cost the thread four times as much.
  const read = (url) =>
    hold(held.texts, url, fetch(url).then(async (answer) => {
      if (!answer.ok) throw new Error(url);
      return (await answer.blob()).text();
    }));
  const [, place, id, rest] = /^\\/(orgs|runs)\\/([^/]+)(\\/?.*)$/.exec(location.pathname) ?? [];
  if (place === "orgs" && rest === "") ask("orgs.get", { idOrSlug: decodeURIComponent(id) });
  if (place === "runs" && /^[0-9a-f-]{36}$/.test(id)) {
    ask("runs.get", { runId: id });
    read("/api/runs/" + id + "/past");
  }
  const letGo = () => {
    held.responses = {};
    held.texts = {};
  };
  // Where scripts take long to come, all of it would have to be asked for again.
  addEventListener("load", () => setTimeout(letGo, 10_000));
})();`;
