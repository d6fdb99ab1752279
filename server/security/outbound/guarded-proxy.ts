import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AllowedPlaces } from "./allowed-places.ts";
import { removeOldSockets } from "./old-sockets.ts";
import { forward, type ProxyGuard, tunnel } from "./proxy-connections.ts";
import { type HostResolver, type ResolvedPlace, resolvePlace } from "./resolve-place.ts";

/**
 * An HTTP proxy for programs that have no network of their own. Each request is resolved and checked as those of the outbound
 * client are, and connected to by the checked address.
 */
export interface GuardedProxy {
  /**
   * Path of a socket behind which the proxy reaches these hosts and no others: names, `*.` and a name for all below it, `*` for
   * every public one. Equal lists have one socket.
   */
  socketFor(hosts: readonly string[]): Promise<string>;
  /** Ends every connection and removes the sockets. */
  close(): Promise<void>;
}

export interface GuardedProxyOptions {
  readonly resolver: HostResolver;
  readonly allowed: AllowedPlaces;
}

const MOST_CONNECTIONS = 256;
const PREFIX = "openhive-proxy-";

/** Removes what proxies left behind whose process was killed. Never rejects. */
export function removeOldProxies(): Promise<void> {
  return removeOldSockets(tmpdir(), PREFIX);
}

/** Makes nothing before it is asked for a socket. Its sockets keep no process alive and go with it. */
export function createGuardedProxy({ resolver, allowed }: GuardedProxyOptions): GuardedProxy {
  const sockets = new Map<string, Promise<string>>();
  const servers: Server[] = [];
  let folder: Promise<string> | undefined;
  let opened = 0;
  const findFolder = (): Promise<string> => {
    if (folder === undefined) {
      folder = makeFolder();
      // A full disk may have room again: the next one who asks gets another try.
      folder.catch(() => {
        folder = undefined;
      });
    }
    return folder;
  };
  const open = async (hosts: readonly string[]): Promise<string> => {
    // Never one that was used before: a socket may live by it though one that was opened earlier failed.
    const number = opened++;
    // The path of a socket may have some 100 characters: a data folder's may be longer.
    const path = join(await findFolder(), `${number}.sock`);
    const server = createProxyServer((address) => guard(address, hosts, { resolver, allowed }));
    servers.push(server);
    // Listened to for good: one that comes later, of a single connection, must not end the process.
    await new Promise<void>((resolve, reject) => server.on("error", reject).listen(path, resolve));
    server.unref();
    return path;
  };
  return {
    socketFor(hosts) {
      const key = [...new Set(hosts)].sort().join(" ");
      const known = sockets.get(key);
      if (known !== undefined) return known;
      const socket = open(hosts);
      sockets.set(key, socket);
      socket.catch(() => sockets.delete(key));
      return socket;
    },
    async close() {
      for (const server of servers.splice(0)) {
        server.closeAllConnections();
        server.close();
      }
      const made = await folder?.catch(() => undefined);
      if (made !== undefined) await rm(made, { recursive: true, force: true });
    },
  };
}

async function makeFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), PREFIX));
  process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  return made;
}

function createProxyServer(guardOf: ProxyGuard): Server {
  const server = createServer();
  server.maxConnections = MOST_CONNECTIONS;
  server.on("connect", (request, client, head) => void tunnel({ request, client, head }, guardOf));
  server.on("request", (request, response) => void forward(request, response, guardOf));
  server.on("clientError", (_error, socket) => socket.destroy());
  return server;
}

async function guard(
  address: string,
  hosts: readonly string[],
  { resolver, allowed }: GuardedProxyOptions,
): Promise<ResolvedPlace> {
  const host = URL.canParse(address) ? new URL(address).hostname : "";
  if (!hosts.some((pattern) => isNamed(pattern, host)))
    return {
      ok: false,
      code: "refused",
      message: `${host || "That"} is none of the hosts that are declared.`,
    };
  return resolvePlace(address, resolver, allowed);
}

function isNamed(pattern: string, host: string): boolean {
  if (pattern === "*") return true;
  const name = pattern.toLowerCase();
  const plain = host.replace(/\.+$/, "");
  return name.startsWith("*.") ? plain.endsWith(name.slice(1)) : plain === name;
}
