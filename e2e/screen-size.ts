import type { Page } from "@playwright/test";

/** A desk, a small window on it, half of it, and a phone. */
export type ScreenWidth = 1440 | 1100 | 900 | 390;

/** Makes the window as large as that of a desk or of a phone, which is also touched instead of pointed at. */
export async function setScreen(page: Page, width: ScreenWidth): Promise<void> {
  const isPhone = width === 390;
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: isPhone });
  await page.setViewportSize({ width, height: isPhone ? 844 : 900 });
}
