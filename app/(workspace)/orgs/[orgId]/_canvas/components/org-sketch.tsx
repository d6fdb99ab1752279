import type { OrgSketch as Sketch } from "@/server/contract/org-sketch.ts";
import { boundingBox, cardBox, cardSize } from "../model/geometry.ts";
import { linePath } from "../model/line-path.ts";
import { nameLines } from "../model/name-lines.ts";

interface OrgSketchProps {
  readonly sketch: Sketch;
  readonly className?: string;
}

/** A drawing of an org in small: where the cards stand and who reports to whom. */
export function OrgSketch({ sketch: { cards, lines, direction }, className }: OrgSketchProps) {
  const box = boundingBox(cards.map(cardBox)) ?? { x: 0, y: 0, width: 1, height: 1 };
  return (
    <svg
      viewBox={`${box.x - 20} ${box.y - 20} ${box.width + 40} ${box.height + 40}`}
      className={className}
      aria-hidden="true"
    >
      {lines.map(([parentAt, childAt]) => {
        const [parent, child] = [cards[parentAt], cards[childAt]];
        return parent && child ? (
          <path
            key={childAt}
            d={linePath(parent, child, direction).path}
            fill="none"
            stroke="var(--line)"
            strokeWidth={2}
          />
        ) : null;
      })}
      {cards.map((card, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a card is its place in the sketch
        <g key={index} transform={`translate(${card.x} ${card.y})`}>
          {card.name === "" ? (
            // Too small for an edge.
            <rect {...cardSize} rx={12} fill="var(--border-strong)" />
          ) : (
            <>
              <rect
                {...cardSize}
                rx={12}
                fill="var(--surface)"
                stroke="var(--border-strong)"
                strokeWidth={2}
              />
              <CardName name={card.name} />
            </>
          )}
        </g>
      ))}
    </svg>
  );
}

/** Characters of a name that fit into the width of a card. */
const NAME_WIDTH = 14;
const LINE_HEIGHT = 28;

function CardName({ name }: { readonly name: string }) {
  const [first, second] = nameLines(name, NAME_WIDTH);
  const top = (cardSize.height - (second === undefined ? 1 : 2) * LINE_HEIGHT) / 2 + 22;
  return (
    <text fontSize={23} fontWeight={600} fill="var(--text)">
      <tspan x={16} y={top}>
        {first}
      </tspan>
      {second === undefined ? null : (
        <tspan x={16} y={top + LINE_HEIGHT}>
          {second}
        </tspan>
      )}
    </text>
  );
}
