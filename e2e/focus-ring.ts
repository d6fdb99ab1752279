import type { Page } from "@playwright/test";

/** Presses of Tab on a page, from its start. */
const PRESSES = 14;
/** What is named where no part of the page has the focus. */
const NOTHING = "nothing";

/** What is reached by Tab from the start of the page and has no ring of its own while it has the focus, by name. */
export async function focusWithoutRing(page: Page): Promise<readonly string[]> {
  await page.evaluate(beginAtStart);
  const hidden = new Set<string>();
  for (let press = 0; press < PRESSES; press += 1) {
    await page.keyboard.press("Tab");
    hidden.add(await unringedFocus(page));
  }
  const isReachable = (await page.locator("a[href], button").count()) > 0;
  if (isReachable && hidden.size === 1 && hidden.has(NOTHING)) return [NOTHING];
  hidden.delete("");
  hidden.delete(NOTHING);
  return [...hidden];
}

/** Names what has the focus where no ring tells so: one is drawn, is not transparent, and goes with the focus. Empty where one does. */
export function unringedFocus(page: Page): Promise<string> {
  return page.evaluate((nothing) => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement || focused instanceof SVGElement) || focused === document.body)
      return nothing;
    // Where the skip link leads is read, not worked in.
    if (focused.matches("main")) return "";
    // On itself, on the field that it stands in, or on a part of it.
    const around = [focused, focused.parentElement, focused.parentElement?.parentElement];
    const places = [...around, ...focused.querySelectorAll("*")].filter((one) => !!one);
    const outlines = () =>
      places.flatMap((place) =>
        [undefined, "::before", "::after"].map((pseudo) => {
          const style = getComputedStyle(place, pseudo);
          const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = style;
          const isDrawn = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1;
          const isTransparent = /(, |\/ )0\)$/.test(outlineColor);
          return isDrawn && !isTransparent ? `${outlineWidth} ${outlineColor} ${outlineOffset}` : "";
        }),
      );
    const withFocus = outlines();
    focused.blur();
    const without = outlines();
    focused.focus({ preventScroll: true });
    if (withFocus.some((outline, index) => outline !== "" && outline !== without[index])) return "";
    const name = focused.getAttribute("aria-label") ?? focused.textContent ?? "";
    return `${focused.tagName} ${name.trim().slice(0, 40)}`;
  }, NOTHING);
}

/** The next press of Tab reaches the first place again. */
function beginAtStart(): void {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
}
