import { readFileSync } from "node:fs";
import { type Page, type TestInfo, test } from "@playwright/test";

/**
 * Where a page differed from its picture, in words: the box around what differs, and what stands there. A picture is looked at where it
 * was taken; on a machine that is gone, this is what is left of it.
 */
export async function whereItDiffers(page: Page, name: string): Promise<string> {
  const [expected, actual] = ["expected", "actual"].map((kind) => attached(test.info(), name, kind));
  if (!expected || !actual) return "nobody knows where";
  const box = await page.evaluate(boxOfDifference, [expected, actual] as const);
  if (!box) return "in its size";
  if (box.left > box.right) return "in faint shades";
  return `from ${box.left},${box.top} to ${box.right},${box.bottom}, where there is ${box.words}`;
}

/** Runs in the page, which can read pictures. */
async function boxOfDifference(pictures: readonly [string, string]) {
  const pixelsOf = async (png: string) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas?.drawImage(image, 0, 0);
    return canvas?.getImageData(0, 0, image.width, image.height);
  };
  const [one, other] = await Promise.all(pictures.map(pixelsOf));
  if (!one || !other || one.width !== other.width || one.height !== other.height) return undefined;
  const box = { left: one.width, right: 0, top: one.height, bottom: 0 };
  for (const [at, value] of one.data.entries()) {
    // Of 255: less than what is counted as another pixel, more than nothing.
    if (Math.abs(value - (other.data[at] ?? 0)) <= 16) continue;
    const [column, row] = [(at >> 2) % one.width, Math.floor((at >> 2) / one.width)];
    box.left = Math.min(box.left, column);
    box.right = Math.max(box.right, column);
    box.top = Math.min(box.top, row);
    box.bottom = Math.max(box.bottom, row);
  }
  const found = document.elementsFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  const words = found
    .slice(0, 4)
    .map((element) => `<${element.localName}> ${element.textContent?.trim().slice(0, 60)}`);
  return { ...box, words: words.join(", in ") };
}

/** As base64. Of a page that was looked at again, the last one: each look has a number in its name. */
function attached({ attachments }: TestInfo, name: string, kind: string): string | undefined {
  const numbered = new RegExp(`^(-\\d+)?-${kind}\\.png$`);
  const found = attachments.findLast(
    (one) => one.name.startsWith(name) && numbered.test(one.name.slice(name.length)),
  );
  return found?.path && readFileSync(found.path, "base64");
}
