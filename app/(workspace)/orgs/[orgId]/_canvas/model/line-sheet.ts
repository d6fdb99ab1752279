import type { LayoutDirection } from "@/server/contract/org-document.ts";
import type { Point } from "./geometry.ts";
import { linePath } from "./line-path.ts";

interface PlacedCard {
  readonly id: string;
  readonly position: Point;
}

interface DrawnLine {
  readonly id: string;
  readonly source: string;
  readonly target: string;
}

/** What a sheet of lines is drawn from. */
export interface LineSheetInput {
  readonly cards: readonly PlacedCard[];
  readonly lines: readonly DrawnLine[];
  readonly direction: LayoutDirection | undefined;
}

interface KnownLine {
  readonly parent: PlacedCard;
  readonly child: PlacedCard;
  readonly path: string;
}

interface DrawnSheet extends LineSheetInput {
  readonly known: ReadonlyMap<string, KnownLine>;
  /** Ids of the cards that any of the lines ends at. */
  readonly ends: ReadonlySet<string>;
  readonly path: string;
}

/**
 * All lines as one path; hand each canvas one of its own. A line both of whose cards are the objects that they were is not worked
 * out again, and while cards are dragged that none of the lines ends at, the path is the same one.
 */
export function createLineSheet(): (input: LineSheetInput) => string {
  let drawn: DrawnSheet | undefined;
  return (input) => {
    if (!drawn || !isAsDrawn(drawn, input)) {
      const before = drawn && drawn.direction === input.direction ? drawn.known : new Map();
      const known = toKnown(input, before);
      const path = [...known.values()].map((line) => line.path).join("");
      const ends = new Set(input.lines.flatMap(({ source, target }) => [source, target]));
      drawn = { ...input, known, ends, path };
    }
    return drawn.path;
  };
}

function toKnown(
  { cards, lines, direction = "down" }: LineSheetInput,
  before: ReadonlyMap<string, KnownLine>,
): ReadonlyMap<string, KnownLine> {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const known = new Map<string, KnownLine>();
  for (const { id, source, target } of lines) {
    const parent = byId.get(source);
    const child = byId.get(target);
    if (!parent || !child) continue;
    const old = before.get(id);
    const isSame = old?.parent === parent && old.child === child;
    known.set(
      id,
      isSame ? old : { parent, child, path: linePath(parent.position, child.position, direction).path },
    );
  }
  return known;
}

/** Whether the same lines go between cards that stand where they stood; asked for each move of a pointer. */
function isAsDrawn(drawn: DrawnSheet, { cards, lines, direction }: LineSheetInput): boolean {
  if (drawn.lines !== lines || drawn.direction !== direction || drawn.cards.length !== cards.length)
    return false;
  return cards.every((card, index) => card === drawn.cards[index] || !drawn.ends.has(card.id));
}
