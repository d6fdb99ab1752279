import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const axeScript = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

declare global {
  interface Window {
    axe?: { run(context: Document, options: RunOptions): Promise<AxeResults> };
  }
}

/** What axe finds serious or critical, by all rules or by some, in words; empty when nothing is. */
export async function seriousFaults(page: Page, rules?: string[]): Promise<readonly string[]> {
  // It does not look into them.
  await expect(page.locator("iframe")).toHaveCount(0);
  // A page keeps it until it is left: it is half a megabyte, which a page takes a quarter of a second to read.
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axeScript);
  return page.evaluate(async (only) => {
    const options: RunOptions = {
      resultTypes: ["violations"],
      ...(only && { runOnly: { type: "rule", values: only } }),
    };
    const results = await window.axe?.run(document, options);
    if (!results) throw new Error("There is no axe on the page.");
    return results.violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  }, rules);
}
