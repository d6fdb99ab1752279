import { expect, test } from "vitest";
import { ownCommand } from "./own-command.ts";

test.each([
  ["npx", "/home/ann/openhive/bin/openhive.mjs", true, "npx openhive"],
  ["npm start", "/home/ann/openhive/bin/start.mjs", true, "npx openhive"],
  ["Node, in the project's folder", "/home/ann/openhive/bin/openhive.mjs", false, "node bin/openhive.mjs"],
  ["Node, elsewhere", "/opt/hive/bin/openhive.mjs", false, "node /opt/hive/bin/openhive.mjs"],
  [
    "Node, in a folder with blanks",
    "/opt/my hive/bin/openhive.mjs",
    false,
    "node '/opt/my hive/bin/openhive.mjs'",
  ],
  ["a link on the path", "/usr/local/bin/openhive", false, "openhive"],
  ["another program", "/home/ann/openhive/node_modules/vitest/vitest.mjs", false, "npx openhive"],
])("started by %s, the next command begins the same", (...[, script, isByNpm, command]) => {
  expect(ownCommand({ script, isByNpm, folder: "/home/ann/openhive" })).toBe(command);
});
