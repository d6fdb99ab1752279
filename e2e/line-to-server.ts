import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to a server that can be cut, as a network does it: without a word, in the middle of what is being sent. */
export interface LineToServer {
  readonly address: string;
  /** Cuts every connection that is open; new ones are let through. */
  cut(): void;
  close(): Promise<void>;
}

/** Listens on a port of its own and hands everything on to `target`. */
export async function openLine(target: string): Promise<LineToServer> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => open.delete(socket));
    return socket;
  };
  const server = createServer((near) => {
    const far = keep(connect(Number(port), hostname));
    keep(near).pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    async close() {
      server.close();
      cut();
      await once(server, "close");
    },
  };
}
