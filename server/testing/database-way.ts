import { connect, createServer, type Socket } from "node:net";

/** The way to a database, which can be cut or blocked. */
export interface DatabaseWay extends AsyncDisposable {
  /** The database by this way. */
  readonly url: string;
  /** When connections were tried, in milliseconds as `performance.now` tells. */
  readonly attempts: readonly number[];
  /** Ends every connection, and each new one as soon as it is made. */
  cut(): void;
  /** Swallows whatever is sent on connections of before and of now, and says nothing: a network that is gone. */
  block(): void;
  /** New connections get through. What was blocked stays lost. */
  mend(): void;
  close(): Promise<void>;
}

/** Opens a way to the database at `url`. */
export async function createDatabaseWay(url: string, { isCut = false } = {}): Promise<DatabaseWay> {
  const target = new URL(url);
  const open = new Set<Socket>();
  const attempts: number[] = [];
  let state: "open" | "cut" | "blocked" = isCut ? "cut" : "open";
  const server = createServer((incoming) => {
    attempts.push(performance.now());
    incoming.on("error", () => undefined);
    if (state === "cut") return void incoming.destroy();
    open.add(incoming);
    if (state === "blocked") return void incoming.resume();
    const outgoing = connect(Number(target.port), target.hostname);
    open.add(outgoing);
    for (const socket of [incoming, outgoing]) {
      socket
        .on("error", () => undefined)
        .on("close", () => [incoming, outgoing].forEach((end) => void end.destroy()));
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const way = new URL(url);
  // Over this way alone: not by the database's own socket.
  way.searchParams.delete("host");
  way.port = String((server.address() as { readonly port: number }).port);
  const destroyAll = (): void => {
    for (const socket of open) socket.destroy();
    open.clear();
  };
  const close = async (): Promise<void> => {
    server.close();
    destroyAll();
  };
  return {
    url: way.href,
    attempts,
    cut() {
      state = "cut";
      attempts.length = 0;
      destroyAll();
    },
    block() {
      state = "blocked";
      for (const socket of open) socket.unpipe().resume();
    },
    mend() {
      state = "open";
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
