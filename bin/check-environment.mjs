// Says what is wrong with the environment's variables before anything is built. Runs on a Node that runs TypeScript.
import { fail } from "./runtime.mjs";

const { readEnvironment } = await import("../server/env.ts");
try {
  readEnvironment();
} catch (error) {
  fail(error);
}
