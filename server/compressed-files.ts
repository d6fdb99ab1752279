import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import Negotiator from "negotiator";

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

/** What a build writes beside a file, best first: how a browser calls it, and what the name ends in. */
const ENCODINGS = [
  { encoding: "br", ending: ".br" },
  { encoding: "gzip", ending: ".gz" },
] as const;
type Encoding = (typeof ENCODINGS)[number]["encoding"];

/** Where built files are. Each has the hash of its content in its name, so that it never changes. */
const PLACE = "/_next/static/";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

/** They are no pages, so that a few words of policy are enough; the same as in `next.config.mjs` for those that `next` hands out. */
const HEADERS = {
  "cache-control": "public, max-age=31536000, immutable",
  "content-security-policy": "default-src 'self'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  vary: "Accept-Encoding",
  "x-content-type-options": "nosniff",
};

interface CompressedFile {
  readonly type: string;
  readonly contents: ReadonlyMap<Encoding, Buffer>;
}

/**
 * Hands out scripts and styles as the build has compressed them, from memory (some 2 MB), and leaves everything else to `next`:
 * files that it does not know, and browsers that take none of the encodings. To compress at each request cost a server more
 * than anything else about a page that is new to a browser.
 */
export async function serveCompressed(folder: string, next: Handle): Promise<Handle> {
  const files = await readCompressed(folder);
  return (request, response) => {
    const file =
      request.method === "GET" || request.method === "HEAD" ? files.get(request.url ?? "") : undefined;
    const accepted = file ? new Negotiator(request).encodings([...file.contents.keys()]) : [];
    const encoding = ENCODINGS.find((one) => accepted.includes(one.encoding))?.encoding;
    const content = encoding && file?.contents.get(encoding);
    if (!file || !content) return next(request, response);
    response.writeHead(200, {
      ...HEADERS,
      "content-type": file.type,
      "content-encoding": encoding,
      "content-length": content.length,
    });
    return response.end(content);
  };
}

/** What there is by its address. Nothing where there is no such folder. */
async function readCompressed(folder: string): Promise<ReadonlyMap<string, CompressedFile>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, { type: string; contents: Map<Encoding, Buffer> }>();
  const add = async (path: string): Promise<void> => {
    const kind = ENCODINGS.find(({ ending }) => path.endsWith(ending));
    const plain = kind && path.slice(0, -kind.ending.length);
    const type = plain && TYPES[extname(plain)];
    if (!kind || !type) return;
    const content = await readFile(path);
    const address = `${PLACE}${relative(folder, plain).split(sep).join("/")}`;
    const file = files.get(address) ?? { type, contents: new Map<Encoding, Buffer>() };
    files.set(address, file);
    file.contents.set(kind.encoding, content);
  };
  await Promise.all(found.filter((one) => one.isFile()).map((one) => add(join(one.parentPath, one.name))));
  return files;
}
