import type { TestProject } from "vitest/node";
import { startTestServer } from "./test-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A throw-away PostgreSQL, shared by all test files of a run. */
    databaseServerUrl: string;
  }
}

/** Starts one PostgreSQL for a whole test run and stops it afterwards. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer();
  project.provide("databaseServerUrl", server.url);
  return server.close;
}
