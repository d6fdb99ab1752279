import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/**
 * Calls and tests a server that works while all but so many of the files that may be open are, and again after that: what was answered
 * and what is told of the server each time.
 */
const AT_THE_LIMIT = `
  import { closeSync, openSync } from "node:fs";
  import { join } from "node:path";
  const [here, free] = process.argv.slice(1);
  const { createMcpFixture, mcpContext } = await import(join(here, "../testing/mcp-fixture.ts"));
  const fixture = await createMcpFixture();
  await fixture.book.save({ name: "s", command: "node", args: [join(here, "../testing/mcp-hostile-server.mjs")], env: {} });
  const call = (sessionId) => fixture.manager.call({ server: "s", tool: "fine", input: {} }, mcpContext({ sessionId }));
  const told = async () => (await fixture.book.get("s")).error;
  await fixture.manager.testAndRemember("s");
  await call("first");
  const held = [];
  try { for (;;) held.push(openSync("/dev/null")); } catch {}
  for (const file of held.splice(held.length - Number(free))) closeSync(file);
  const result = await call("second");
  const toldAfterCall = await told();
  const tested = await fixture.manager.testAndRemember("s");
  const toldAfterTest = await told();
  for (const file of held) closeSync(file);
  const later = await call("third");
  await fixture.dispose();
  console.log(JSON.stringify({ result, toldAfterCall, tested: tested.error, toldAfterTest, later: later.status }));
`;

test.each([0, 3])(
  "a server that cannot be started because this process has too many files open is not the one that fails (%i left)",
  async (free) => {
    const node = [
      process.execPath,
      "--input-type=module",
      "-e",
      AT_THE_LIMIT,
      import.meta.dirname,
      `${free}`,
    ];
    const { stdout } = await promisify(execFile)("bash", ["-c", 'ulimit -n 1000; exec "$0" "$@"', ...node]);
    expect(JSON.parse(stdout)).toMatchObject({
      result: { status: "error", code: "limit_reached", message: expect.stringContaining("too many files") },
      toldAfterCall: null,
      tested: expect.stringContaining("too many files are open"),
      toldAfterTest: null,
      later: "ok",
    });
  },
);
