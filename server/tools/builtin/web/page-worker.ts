import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { readLinks, toReadablePage } from "./readable-page.ts";

const { html, base, format } = z
  .object({ html: z.string(), base: z.string(), format: z.enum(["markdown", "text"]) })
  .parse(workerData);

parentPort?.postMessage({ ...toReadablePage(html, format), links: readLinks(html, base) });
