import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { readAllowedPlaces } from "./allowed-places.ts";
import { createGuardedProxy } from "./guarded-proxy.ts";
import { systemResolver } from "./resolve-place.ts";

test.each([
  ["000", 502, "The host does not answer as a web server does.\n"],
  ["099", 502, "The host does not answer as a web server does.\n"],
  ["299", 299, "hello"],
  ["999", 999, "hello"],
])("a web server that answers with the status %s costs its own request alone", async (said, status, body) => {
  const server = createServer((socket) => {
    socket.once("data", () => socket.end(`HTTP/1.1 ${said} Odd\r\nContent-Length: 5\r\n\r\nhello`));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxy = createGuardedProxy({ resolver: systemResolver, allowed: readAllowedPlaces([host]) });
  try {
    const socketPath = await proxy.socketFor(["127.0.0.1"]);
    const asked = request({ socketPath, path: `http://${host}/` }).end();
    const [answered] = (await once(asked, "response")) as [IncomingMessage];
    expect([answered.statusCode, await text(answered)]).toEqual([status, body]);
  } finally {
    await proxy.close();
    server.close();
  }
});
