import { expect } from "vitest";
import type { OrgDocument } from "../contract/org-document.ts";
import { drawOrg } from "./draw-org.ts";
import type { ModelServer } from "./model-server.ts";
import { hiveVariables } from "./open-hive.ts";
import { type HiveProcess, startHiveProcess } from "./open-hive-process.ts";

/** An org as `drawOrg` draws it, whose agents are played by a loopback model server, each under its own name. */
export function drawPlayedOrg(...drawing: Parameters<typeof drawOrg>): OrgDocument {
  const document = drawOrg(...drawing);
  return {
    ...document,
    agents: document.agents.map((agent) => ({
      ...agent,
      model: { provider: "openai-compatible", model: agent.name },
    })),
  };
}

/** The environment variables that lead to a loopback model server. */
export function modelVariables(models: Pick<ModelServer, "url">): Readonly<Record<string, string>> {
  return { OPENAI_COMPATIBLE_BASE_URL: `${models.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "loopback" };
}

/** All that a worker says when nothing is wrong. */
export const WORKER_READY = "OpenHive is working. Ctrl-C stops it; what it was doing goes on elsewhere.\n";

/** The same with what it says when it is told to stop. */
export const WORKER_STOPPED: unknown = expect.stringMatching(
  new RegExp(`^${WORKER_READY}(Stopping[^\\n]*\\n)?$`),
);

export interface WorkerPlace {
  readonly url: string;
  readonly dataDir: string;
  readonly models: Pick<ModelServer, "url">;
  /** More environment variables. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Starts `openhive worker` and resolves when it works. */
export async function startWorkerProcess({
  url,
  dataDir,
  models,
  variables,
}: WorkerPlace): Promise<HiveProcess> {
  const worker = startHiveProcess(["worker"], {
    variables: hiveVariables(dataDir, { DATABASE_URL: url, ...modelVariables(models), ...variables }),
  });
  await worker.said(WORKER_READY);
  return worker;
}
