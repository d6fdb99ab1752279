import type { Page } from "@playwright/test";

/** Makes the window as large as that of a desk or of a phone, which is also touched instead of pointed at. */
export async function setScreen(page: Page, width: 1440 | 390): Promise<void> {
  const isPhone = width === 390;
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: isPhone });
  await page.setViewportSize({ width, height: isPhone ? 844 : 900 });
}
