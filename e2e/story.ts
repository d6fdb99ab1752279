import { test as playwrightTest } from "@playwright/test";
import type { Api } from "./api.ts";

/** A story that does a part of its work without a page: `api` is what the server of its file answers. */
export const test = playwrightTest.extend<{ readonly api: Api }>({
  api: async ({ request, baseURL }, use) => use({ request, baseURL }),
});
