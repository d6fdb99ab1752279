import { type APIRequestContext, expect } from "@playwright/test";

/** What stories do without a page, as the pages themselves do it: over the API of the running server. */

export interface Api {
  readonly request: APIRequestContext;
  /** Of the server that is meant. */
  readonly baseURL: string | undefined;
}

/** Asks; answers what the procedure answers. */
export async function query({ request, baseURL }: Api, path: string, input: unknown) {
  const search = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const response = await request.get(`${baseURL ?? ""}/api/trpc/${path}${search}`);
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()).result.data;
}

/** Changes something; answers what the procedure answers. */
export async function mutate({ request, baseURL }: Api, path: string, input: unknown) {
  const headers = { origin: baseURL ?? "" };
  const response = await request.post(`${baseURL ?? ""}/api/trpc/${path}`, {
    headers,
    data: input,
  });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()).result.data;
}

const figures = "line,passengers\nNorth,1200\nSouth,800\nEast,345\n";
/** A task whose lead asks a person before it works. */
export const ASKING = "How many passengers did the lines carry in total? Please ask me first.";

/** The sum of the second column of the file that `startExampleRun` attaches, as people write it. */
export const TOTAL_OF_FIGURES = "2,345";

/** Gives the example org a task and a table; answers the run's id. */
export async function startExampleRun(api: Api, task: string): Promise<string> {
  const org = await query(api, "orgs.get", { idOrSlug: "research-desk" });
  const content = Buffer.from(figures).toString("base64");
  const { runId } = await mutate(api, "runs.start", {
    orgId: org.id,
    task,
    attachments: [{ name: "lines.csv", mediaType: "text/csv", content }],
  });
  return runId;
}

/** Waits until a run is over; answers what is known of it. */
export async function waitForRun(api: Api, runId: string) {
  await expect
    .poll(async () => (await query(api, "runs.get", { runId })).summary.status, { timeout: 75_000 })
    .toBe("completed");
  return query(api, "runs.get", { runId });
}
