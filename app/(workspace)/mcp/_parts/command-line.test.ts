import { expect, test } from "vitest";
import { parseEnvironmentLines, splitCommandLine } from "./command-line.ts";
import { commandText } from "./server-status.tsx";

test("a command line is split at spaces outside quotes", () => {
  expect(splitCommandLine(`npx -y "my server" --root '/srv/a b' plain\\ text`)).toEqual([
    "npx",
    "-y",
    "my server",
    "--root",
    "/srv/a b",
    "plain text",
  ]);
});

test("a command line that was shown can be typed again", () => {
  const server = { command: "run it", args: ["it's", '"quoted"', "", "-x"] };
  const [command, ...args] = splitCommandLine(commandText(server));
  expect({ command, args }).toEqual(server);
});

test("variables are one a line, and values may contain anything", () => {
  expect(parseEnvironmentLines("TOKEN=a=b c\n\n OTHER= \n").env).toEqual({ TOKEN: "a=b c", OTHER: "" });
});

test("a line that is no variable is named", () => {
  expect(parseEnvironmentLines("TOKEN=1\nexport X=2").wrongLine).toBe("export X=2");
});

test("a variable may have any name", () => {
  expect(Object.entries(parseEnvironmentLines("__proto__=a\nconstructor=b").env)).toEqual([
    ["__proto__", "a"],
    ["constructor", "b"],
  ]);
});
