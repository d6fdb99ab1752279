import { expect, test } from "vitest";
import { toClusterPaths } from "./cluster-paths.ts";
import { socketFolder, withSocket } from "./socket-folder.ts";

test.skipIf(process.platform === "win32")("the socket lies in the folder of the cluster", () => {
  expect(socketFolder(toClusterPaths("/data"))).toBe("/data/postgres");
});

test("a folder whose path is too long for a socket, or would have to be quoted, has none", () => {
  expect(socketFolder(toClusterPaths(`/${"deep/".repeat(20)}`))).toBeUndefined();
  expect(socketFolder(toClusterPaths("/Application Support"))).toBeUndefined();
});

test("a server that was started without a socket is reached by its port", () => {
  const url = "postgresql://openhive:secret@127.0.0.1:20001/openhive";
  expect(withSocket(url, toClusterPaths("/nowhere"))).toBe(url);
});
