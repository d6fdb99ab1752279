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

/**
 * All lines as one path; hand each canvas one of its own. A line both of whose cards are the objects that they were is not worked
 * out again: while one card of thousands is dragged, its own lines are.
 */
export function createLineSheet(): (input: LineSheetInput) => string {
  let known = new Map<string, KnownLine>();
  let drawnAs: LayoutDirection | undefined;
  return ({ cards, lines, direction = "down" }) => {
    const before = direction === drawnAs ? known : new Map<string, KnownLine>();
    const byId = new Map(cards.map((card) => [card.id, card]));
    known = new Map();
    drawnAs = direction;
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
    return [...known.values()].map(({ path }) => path).join("");
  };
}
