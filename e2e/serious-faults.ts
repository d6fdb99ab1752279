import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What axe finds serious or critical, by all rules or by some, in words; empty when nothing is. */
export async function seriousFaults(page: Page, rules?: string[]): Promise<readonly string[]> {
  const violationsAlone = { resultTypes: ["violations" as const] };
  const only = rules && { runOnly: { type: "rule" as const, values: rules } };
  // In one go: putting the findings of frames together takes a page more, and our pages have no frames.
  const axe = new AxeBuilder({ page }).options({ ...violationsAlone, ...only }).setLegacyMode();
  await expect(page.locator("iframe")).toHaveCount(0);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}
