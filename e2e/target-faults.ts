import type { Page } from "@playwright/test";

/** What a finger hits for sure; a bar as wide as the window may be lower. */
const FINGER = { size: 44, bar: 24 } as const;

/**
 * What a finger would miss, with its size, in words; empty when everything on the page can be hit. An area that a control spreads around
 * itself counts, and so does its label. Links within a text are as high as its lines, and cards of a canvas are zoomed.
 */
export async function targetFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate((finger) => {
    const kinds =
      "button, a[href], input, select, textarea, [role=switch], [role=tab], [role=menuitem], [role=option]";
    const words = (text: string | null | undefined) => (text ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
    const isOut = (element: Element): boolean =>
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      element.closest("[inert], [aria-hidden=true], .react-flow, [data-sonner-toaster]") !== null ||
      element.getBoundingClientRect().bottom < 0;
    const isWithinText = (element: Element): boolean =>
      element.matches("a") && getComputedStyle(element).display === "inline";
    /** The area of a pseudo-element that lies over the element, or over the row or card that it stands for. */
    const areaOf = (element: Element, pseudo: string) => {
      const style = getComputedStyle(element, pseudo);
      if (style.content === "none" || style.display === "none" || style.position !== "absolute")
        return { width: 0, height: 0 };
      const isOwn = getComputedStyle(element).position !== "static";
      const holder = isOwn ? element : element instanceof HTMLElement && element.offsetParent;
      const box = holder ? holder.getBoundingClientRect() : { width: 0, height: 0 };
      const inset = (side: string) => Number.parseFloat(side) || 0;
      return {
        width: box.width - inset(style.left) - inset(style.right),
        height: box.height - inset(style.top) - inset(style.bottom),
      };
    };
    const sizeOf = (element: Element) => {
      const isField =
        element instanceof HTMLInputElement && !element.matches("[type=checkbox], [type=radio]");
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      // The edge of a field is drawn around the input.
      const field = isField && element.parentElement ? [element.parentElement] : [];
      const boxes = [element, ...field, ...labels].map((one) => one.getBoundingClientRect());
      const areas = ["::before", "::after"].map((pseudo) => areaOf(element, pseudo));
      const all = [...boxes, ...areas];
      return {
        width: Math.max(...all.map(({ width }) => width)),
        height: Math.max(...all.map(({ height }) => height)),
      };
    };
    const isSmall = ({ width, height }: { readonly width: number; readonly height: number }): boolean =>
      width < finger.size - 0.5 || height < (width >= innerWidth - 1 ? finger.bar : finger.size) - 0.5;
    return [...document.querySelectorAll(kinds)]
      .filter((element) => !isOut(element) && !isWithinText(element))
      .map((element) => ({ element, box: element.getBoundingClientRect(), size: sizeOf(element) }))
      .filter(({ box, size }) => box.width > 1 && box.height > 1 && isSmall(size))
      .map(({ element, size }) => {
        const name = words(element.getAttribute("aria-label") ?? element.textContent) || element.tagName;
        return `${name}: ${Math.round(size.width)} x ${Math.round(size.height)}`;
      });
  }, FINGER);
}
