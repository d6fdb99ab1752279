import type { Page } from "@playwright/test";

/**
 * What is laid out wrongly on a page, in words; empty when all stands as it should. It looks at what is in view: a page or bar that
 * scrolls sideways, controls out of the window, text that runs out of the box it stands in, text that is cut without an ellipsis,
 * and controls that lie on each other.
 */
export async function layoutFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const SLACK = 1.5;
    const words = (text: string | null | undefined) => (text ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

    const wide = [document.documentElement, ...document.querySelectorAll("body, main, header")]
      .filter((place) => place.scrollWidth > place.clientWidth + 1)
      .map((place) => `${place.tagName} scrolls sideways: ${place.scrollWidth} > ${place.clientWidth}`);

    const out = [...document.querySelectorAll("header button, header a, header h1")]
      .map((part) => ({ part, box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.right > innerWidth + 1 || box.left < -1))
      .map(
        ({ part, box }) => `out of the window: ${words(part.textContent)} from ${box.left} to ${box.right}`,
      );

    /** What a text must stay within: the nearest box around it that has an edge, a ground of its own, or cuts what stands out. */
    const isBox = (element: Element): boolean => {
      const style = getComputedStyle(element);
      const hasEdge = style.borderLeftStyle !== "none" && Number.parseFloat(style.borderLeftWidth) > 0;
      const hasGround = style.backgroundColor !== "rgba(0, 0, 0, 0)";
      return style.display !== "inline" && (hasEdge || hasGround || style.overflowX !== "visible");
    };
    const isForReadersOnly = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return width <= 1 || height <= 1;
    };
    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node instanceof Text && words(node.data) !== "") texts.push(node);
    const isLookedAt = (parent: Element): boolean =>
      isSeen(parent) &&
      !isForReadersOnly(parent) &&
      parent.closest("script, style, svg, [data-sonner-toaster]") === null;
    const boxAround = (parent: Element): Element | undefined => {
      let box: Element | null = parent;
      while (box && !isBox(box)) box = box.parentElement;
      return box && box !== document.body && box !== document.documentElement ? box : undefined;
    };
    const isCutOnPurpose = ({ overflowX, textOverflow, webkitLineClamp }: CSSStyleDeclaration): boolean =>
      ["auto", "scroll"].includes(overflowX) || textOverflow === "ellipsis" || webkitLineClamp !== "none";
    const sticksOut = (text: Text, box: Element): boolean => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const edge = box.getBoundingClientRect();
      // What is drawn smaller, as cards on a canvas, has less to spare.
      const slack = SLACK * (box instanceof HTMLElement ? edge.width / Math.max(1, box.offsetWidth) : 1);
      return [...range.getClientRects()].some(
        (line) => line.width > 1 && (line.right > edge.right + slack || line.left < edge.left - slack),
      );
    };
    const parents = texts.flatMap((text) => {
      const parent = text.parentElement;
      return parent && isLookedAt(parent) ? [{ text, box: boxAround(parent) }] : [];
    });
    const spilt = parents.flatMap(({ text, box }) => {
      if (!box || isForReadersOnly(box)) return [];
      if (isCutOnPurpose(getComputedStyle(box)) || !sticksOut(text, box)) return [];
      const what = getComputedStyle(box).overflowX === "visible" ? "runs out of its box" : "is cut";
      return [`text ${what}: ${words(text.data)}`];
    });

    const controls = [...document.querySelectorAll("button, a[href], input, select, textarea, [role=switch]")]
      .filter((control) => isSeen(control) && !control.closest(".react-flow, [data-sonner-toaster], [inert]"))
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 2 && box.height > 2 && box.bottom > 0 && box.top < innerHeight);
    const nameOf = (one: Element) => words(one.getAttribute("aria-label") ?? one.textContent);
    const isKin = (one: Element, other: Element): boolean =>
      one.contains(other) || other.contains(one) || other.closest("label")?.contains(one) === true;
    /** Scrolled out of the box it is in. */
    const isScrolledAway = (control: Element, x: number, y: number): boolean => {
      for (let place = control.parentElement; place; place = place.parentElement) {
        const edge = place.getBoundingClientRect();
        const isCut = getComputedStyle(place).overflowY !== "visible";
        if (isCut && (x < edge.left || x > edge.right || y < edge.top || y > edge.bottom)) return true;
      }
      return false;
    };
    const hidden = controls.flatMap(({ control, box }) => {
      // Nothing where the middle is out of view.
      const middle = [box.left + box.width / 2, box.top + box.height / 2] as const;
      if (isScrolledAway(control, ...middle)) return [];
      const hit = document.elementFromPoint(...middle);
      const cover = hit?.closest("button, a[href], input, select, textarea");
      if (!hit || !cover || isKin(control, hit) || isKin(control, cover)) return [];
      // What opened over the page; the palette does where the window has no room for it beside the canvas.
      const layer = hit.closest(
        "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], aside[aria-label=Palette]",
      );
      if (layer && !layer.contains(control)) return [];
      return [`covered: ${nameOf(control)} by ${nameOf(cover)}`];
    });
    return [...wide, ...out, ...new Set(spilt), ...hidden];
  });
}
