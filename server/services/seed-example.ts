import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Services } from "../contract/services.ts";
import type { OrgStore } from "../store/orgs/org-store.ts";
import { EXAMPLE_FILE, EXAMPLE_SERVER, EXAMPLE_SLUG, exampleOrg } from "./example-org.ts";

/** Remembers, once for all, that something was done. */
export interface OnceBook {
  /**
   * Does the work unless it was ever done. Of several processes one does it and the others wait for its end; after one that
   * failed or died the next one does it, from the beginning.
   */
  once(key: string, work: () => Promise<void>): Promise<void>;
}

export interface SeedDeps {
  readonly services: Pick<Services, "saveMcpServer" | "testMcpServer">;
  readonly orgs: Pick<OrgStore, "create">;
  readonly once: OnceBook;
  readonly dataFolder: string;
  readonly projectFolder: string;
}

/**
 * Puts the example org, its reference shelf and its MCP server there, at the first start of a data folder and never again:
 * what people change or remove stays changed or removed.
 */
export function seedExample(deps: SeedDeps): Promise<void> {
  return deps.once.once("example.seeded", () => seed(deps));
}

async function seed({ services, orgs, dataFolder, projectFolder }: SeedDeps): Promise<void> {
  const folder = join(projectFolder, "packages", "examples", EXAMPLE_SLUG);
  await cp(join(folder, "shelf"), join(dataFolder, "shelf"), { recursive: true });
  await services.saveMcpServer({
    name: EXAMPLE_SERVER,
    command: "mcp-server-filesystem",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of server settings, filled at each start
    args: ["${OPENHIVE_DATA_DIR}/shelf"],
    env: {},
  });
  await services.testMcpServer(EXAMPLE_SERVER);
  const content = await readFile(join(folder, EXAMPLE_FILE));
  await orgs.create({
    slug: EXAMPLE_SLUG,
    document: exampleOrg(),
    sampleFiles: [{ name: EXAMPLE_FILE, mediaType: "text/csv", content }],
  });
}
