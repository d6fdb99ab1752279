import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const everywhere = ["{app,server,bin,bench,packages}/**/*"];
const include = (suffix: string) => everywhere.map((pattern) => `${pattern}${suffix}`);
/** Most tests wait for processes and for the database a good part of their time: one more at a time than there are cores. */
const maxWorkers = availableParallelism() + 1;
/** Fault tests whose limit is a time that a person would notice. */
const MEASURED = ["server/killed-workers.fault.test.ts", "server/cancel.fault.test.ts"];
const withPostgres = { globalSetup: "server/testing/postgres-setup.ts" };
/** Of tests in which processes are killed, and others notice. */
const patience = { testTimeout: 240_000, expect: { poll: { timeout: 60_000 } } };

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } },
  oxc: { jsx: { runtime: "automatic" } },
  test: {
    // What comes late on a busy or a slow machine still comes; what never comes fails all the same. What has to be quick is
    // measured by its test.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    // Who measures memory has it collected before.
    execArgv: ["--expose-gc"],
    maxWorkers,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: include(".test.{ts,tsx}"),
          exclude: ["**/*.{db,fault}.test.ts", "**/node_modules/**"],
        },
      },
      { extends: true, test: { name: "database", include: include(".db.test.ts"), ...withPostgres } },
      {
        extends: true,
        test: {
          name: "faults",
          include: include(".fault.test.ts"),
          ...withPostgres,
          ...patience,
          exclude: [...MEASURED, "**/node_modules/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "faults-measured",
          include: MEASURED,
          ...withPostgres,
          ...patience,
          // When all others are done, and one file after the other: what is measured has the machine to itself.
          sequence: { groupOrder: 1 },
          fileParallelism: false,
        },
      },
    ],
  },
});
