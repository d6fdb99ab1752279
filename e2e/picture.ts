import type { Page } from "@playwright/test";
import type { ScreenWidth } from "./screen-size.ts";

/** A state of a page that is held to a picture of it. */
export interface Picture {
  readonly name: string;
  readonly path: string;
  readonly width?: ScreenWidth;
  readonly theme?: "light" | "dark";
  /** The same state is looked at in the dark as well. */
  readonly isAlsoDark?: true;
  /** It shows which orgs there are, or how many use something. */
  readonly isAfterDrawing?: true;
  /** Something is held at the pointer, which stays where it is. */
  readonly isHeld?: true;
  /** Stands between the page and its server from before it is opened. */
  readonly between?: (page: Page) => Promise<void>;
  /** Brings the page into the state that is meant. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** It does not stand still, as where attempts go on: its layout alone is looked at. */
  readonly isMoving?: true;
}
