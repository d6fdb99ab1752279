import { Worker } from "node:worker_threads";
import { z } from "zod";

const pageSchema = z.object({
  title: z.string(),
  text: z.string(),
  links: z.array(z.object({ url: z.string(), text: z.string() })),
});

export type ReadPage = z.infer<typeof pageSchema>;

export interface PageToRead {
  readonly html: string;
  /** Where it came from: relative links start there. */
  readonly base: string;
  readonly format: "markdown" | "text";
}

const LIMIT_MS = 5_000;
const MEMORY_MB = 256;

/**
 * Reads a page in a thread of its own and gives up after 5 seconds or 256 MB: a page made for it (tens of thousands of
 * elements inside each other) keeps a parser busy for minutes, and would hold up everybody's work. Undefined when it gave up.
 */
export async function readPage(page: PageToRead): Promise<ReadPage | undefined> {
  const worker = new Worker(new URL("./page-worker.ts", import.meta.url), {
    workerData: page,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const done = Promise.withResolvers<unknown>();
  const timer = setTimeout(() => done.resolve(undefined), LIMIT_MS);
  worker.once("message", done.resolve);
  worker.once("error", () => done.resolve(undefined));
  worker.once("exit", () => done.resolve(undefined));
  try {
    return pageSchema.safeParse(await done.promise).data;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
