/** A place on the canvas, in canvas pixels at 100 % zoom. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A box on the canvas; `x` and `y` are its upper left corner. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** The room a canvas has on the screen, in pixels. */
export interface CanvasSize {
  readonly width: number;
  readonly height: number;
}

/** The smallest zoom a canvas goes to: thousands of agents are seen at once. */
export const smallestZoom = 0.03;

/** Size of an agent card, fixed so that layout and lines need no measuring. */
export const cardSize = { width: 208, height: 86 } as const;

/** Distances the auto layout keeps and new agents are placed at. */
export const spacing = {
  /** From the left edge of one column to the next. */
  column: 252,
  /** From the top of one level to the top of the next. */
  level: 168,
  /** From a parent's top to its first hanging leaf's top. */
  firstLeaf: 160,
  /** From one hanging leaf's top to the next; leaves room for the taller cards of a live run. */
  leaf: 168,
  /** How far a hanging leaf is indented from its parent. */
  indent: 28,
  /** Where the trunk of a hanging stack leaves its parent, from the parent's left edge. */
  trunk: 12,
  /** In an org that grows to the right: from the left edge of one level to the next, and from one card's top to the next. */
  sideLevel: 292,
  sideRow: 144,
} as const;

/** The step positions are rounded to. */
export const gridStep = 4;

/** The nearest place on the grid. */
export function snapToGrid(point: Point): Point {
  return { x: Math.round(point.x / gridStep) * gridStep, y: Math.round(point.y / gridStep) * gridStep };
}

/** The box of a card that stands at a place. */
export function cardBox(position: Point): Box {
  return { ...position, ...cardSize };
}

/** Whether a child at this place hangs in a stack from its parent's left edge instead of standing below its middle. */
export function isHanging(parent: Point, child: Point): boolean {
  const indent = child.x - parent.x;
  return indent >= spacing.trunk + 8 && indent <= 72 && child.y >= parent.y + cardSize.height - 20;
}

/** Whether two boxes share any pixel. */
export function isOverlapping(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** The smallest box around all of them; undefined for none. */
export function boundingBox(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined;
  const left = boxes.reduce((least, box) => Math.min(least, box.x), Number.POSITIVE_INFINITY);
  const top = boxes.reduce((least, box) => Math.min(least, box.y), Number.POSITIVE_INFINITY);
  const right = boxes.reduce((most, box) => Math.max(most, box.x + box.width), Number.NEGATIVE_INFINITY);
  const bottom = boxes.reduce((most, box) => Math.max(most, box.y + box.height), Number.NEGATIVE_INFINITY);
  return { x: left, y: top, width: right - left, height: bottom - top };
}
