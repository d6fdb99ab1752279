import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const everywhere = ["{app,server,bin,bench,packages}/**/*"];
const include = (suffix: string) => everywhere.map((pattern) => `${pattern}${suffix}`);
/** Most tests wait for processes and for the database a good part of their time: one more at a time than there are cores. */
const maxWorkers = availableParallelism() + 1;
const withPostgres = { globalSetup: "server/testing/postgres-setup.ts", hookTimeout: 30_000 };

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } },
  oxc: { jsx: { runtime: "automatic" } },
  test: {
    testTimeout: 20_000,
    // A condition that comes late on a busy machine still comes; one that never comes fails all the same.
    expect: { poll: { timeout: 15_000 } },
    restoreMocks: true,
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
          testTimeout: 120_000,
        },
      },
    ],
  },
});
