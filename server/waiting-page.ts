import type { IncomingMessage, ServerResponse } from "node:http";

/** Why a process does not serve yet, told by whoever starts it. */
export interface StartState {
  /** One sentence for a person; undefined while everything goes well. */
  problem: string | undefined;
}

const HEADERS = {
  "cache-control": "no-store",
  "retry-after": "2",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/**
 * Answers in the place of everything while a process starts or waits for its database: live yes, ready no, and a page that
 * says what is missing and loads itself again until the real one is there.
 */
export function answerWhileStarting(state: StartState) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname } = new URL(request.url ?? "/", "http://start");
    const missing = state.problem === undefined ? "start" : "database";
    if (pathname === "/api/health/live") send(response, 200, toJson({ status: "live" }));
    else if (pathname.startsWith("/api/")) send(response, 503, toJson({ status: "unavailable", missing }));
    else send(response, 503, { type: "text/html; charset=utf-8", text: toPage(state.problem) });
  };
}

interface Body {
  readonly type: string;
  readonly text: string;
}

function toJson(body: object): Body {
  return { type: "application/json", text: JSON.stringify(body) };
}

function send(response: ServerResponse, code: number, { type, text }: Body): void {
  response.writeHead(code, { ...HEADERS, "content-type": type }).end(text);
}

function toPage(problem: string | undefined): string {
  return problem === undefined
    ? page("OpenHive is starting", "<p>The page comes by itself.</p>")
    : page(
        "OpenHive waits for its database",
        `<p>${escapeText(problem)}</p>
<p>Nothing is lost: what was stored is in the database, and runs go on when it is back. OpenHive tries again every second;
you need not restart it, and this page comes by itself.</p>
<ol><li>Look whether PostgreSQL runs and lets this machine in.</li>
<li>Compare <code>DATABASE_URL</code>: host, port, user, password, name. A changed one needs a restart.</li></ol>`,
      );
}

const STYLE = `:root{color-scheme:light dark;--ink:#1c2024;--soft:#5b6470;--back:#f7f8f9;--card:#fff;--edge:#dfe3e8;--mark:#b45309}
@media(prefers-color-scheme:dark){:root{--ink:#e8eaed;--soft:#a3abb5;--back:#151719;--card:#1c1f22;--edge:#32373d;--mark:#f0a74a}}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:24px;box-sizing:border-box;background:var(--back);
color:var(--ink);font:14px/1.55 "Inter Variable",Inter,system-ui,sans-serif}
main{max-width:34rem;background:var(--card);border:1px solid var(--edge);border-radius:12px;padding:24px 28px}
h1{margin:0 0 8px;font-size:18px;line-height:1.4;font-weight:600}h1::before{content:"";display:inline-block;width:9px;height:9px;
border-radius:50%;background:var(--mark);margin-right:10px;vertical-align:2px}
p{margin:0 0 12px;color:var(--soft);overflow-wrap:anywhere}p:first-of-type{color:var(--ink)}p:last-child{margin:0}
ol{margin:0;padding-left:20px;color:var(--soft)}li+li{margin-top:4px}code{font:12.5px ui-monospace,monospace;color:var(--ink)}`;

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="3"><title>${title}</title><style>${STYLE}</style></head>
<body><main role="status"><h1>${title}</h1>${body}</main></body></html>
`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
