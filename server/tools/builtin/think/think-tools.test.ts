import { expect, test } from "vitest";
import { okText } from "../../../contract/tool-result.ts";
import { createToolBench } from "../../../testing/tool-bench.ts";
import { createThinkTools } from "./think-tools.ts";

test.each([
  ["a thought", true],
  ["x".repeat(8_000), true],
  ["", false],
  ["  ", false],
  ["x".repeat(8_001), false],
])("a thought is noted when it is one: %#", async (thought, isTaken) => {
  const { call } = await createToolBench(createThinkTools());
  const result = await call("think", { thought });
  if (isTaken) expect(result).toEqual(okText("Noted."));
  else expect(result).toMatchObject({ status: "error", code: "invalid_input" });
});
