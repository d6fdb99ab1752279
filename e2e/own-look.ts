import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";

/**
 * How this browser draws the letters of the pages: two machines that draw them alike have the same one. Other fonts, or another way
 * of smoothing them, move every line of text by a little, which is no fault of a page.
 */
export async function lettersOf(page: Page): Promise<string> {
  const pixels = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(420, 120);
    const context = canvas.getContext("2d");
    if (!context) return [];
    const { fontFamily } = getComputedStyle(document.body);
    const mono = getComputedStyle(document.documentElement).getPropertyValue("--font-mono");
    const faces = [`400 13px ${fontFamily}`, `600 16px ${fontFamily}`, `400 12px ${mono || "monospace"}`];
    await Promise.all(faces.map((face) => document.fonts.load(face)));
    faces.forEach((face, index) => {
      context.font = face;
      context.fillText("Org chart of agents, 0123456789 $4.20", 4, 30 + index * 34);
    });
    return [...context.getImageData(0, 0, 420, 120).data];
  });
  return createHash("sha256").update(Uint8Array.from(pixels)).digest("hex").slice(0, 16);
}
