import type { Page } from "@playwright/test";

/** Where the outline of a page skips a level, in words, as those who jump from heading to heading meet it; empty when it does not. */
export async function headingFaults(page: Page): Promise<readonly string[]> {
  const headings = await page.locator("h1, h2, h3, h4, h5, h6").evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => one.closest("[inert], [aria-hidden=true]") === null)
      .map((one) => ({ level: Number(one.tagName.slice(1)), text: (one.textContent ?? "").trim() })),
  );
  return headings.flatMap(({ level, text }, index) => {
    const before = headings[index - 1];
    // What comes first over a page stands for itself: a dialog's title.
    if (level <= (before?.level ?? 1) + 1) return [];
    return [`"${text}" is on level ${level} below "${before?.text ?? ""}" on level ${before?.level ?? 1}`];
  });
}
