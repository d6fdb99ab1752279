import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

/** How long things move on any page. */

const built = join(import.meta.dirname, "..", ".next", "static");

/** All styles that were built, also those of parts that no page shows from its beginning. */
function builtStyles(): readonly string[] {
  const files = readdirSync(built, { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".css")).map((file) => readFileSync(join(built, file), "utf8"));
}

/** What goes on as long as work does, or comes from a library and is never shown. */
const LONGER = [
  "caret-blink 1s",
  // React Flow's, of a kind of line that is not drawn here.
  "dashdraw 0.5s",
  "ring-turn 1.4s",
  "ring-turn 3.2s",
];

test("no part of a page moves for longer than a fifth of a second, but what tells of work going on", async ({
  page,
}) => {
  await page.goto("/design");
  const found = await page.evaluate((styles) => {
    // What a rule says of times is worked out on it, with all tokens.
    const probe = document.body.appendChild(document.createElement("div"));
    const rulesIn = (rules: CSSRuleList): CSSStyleRule[] =>
      [...rules].flatMap((rule) => [
        ...(rule instanceof CSSStyleRule ? [rule] : []),
        ...(rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule ? rulesIn(rule.cssRules) : []),
      ]);
    const rules = styles.flatMap((style) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(style);
      return rulesIn(sheet.cssRules);
    });
    const isLong = (duration: string) => Number.parseFloat(duration) > 0.2;
    return rules.flatMap(({ selectorText, style }) => {
      probe.style.cssText = style.cssText;
      const { transitionDuration, animationDuration, animationName } = getComputedStyle(probe);
      const names = animationName.split(", ");
      return [
        ...transitionDuration
          .split(", ")
          .filter(isLong)
          .map((duration) => `${selectorText} ${duration}`),
        ...animationDuration
          .split(", ")
          .map((duration, index) => `${names[index]} ${duration}`)
          .filter((one) => isLong(one.split(" ")[1] ?? "")),
      ];
    });
  }, builtStyles());
  expect([...new Set(found)].toSorted()).toEqual(LONGER);
});
