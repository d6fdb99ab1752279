import type { OrgDocument } from "@/server/contract/org-document.ts";
import { boundingBox, cardBox, cardSize } from "../model/geometry.ts";
import { linePath } from "../model/line-path.ts";
import { nameLines } from "../model/name-lines.ts";

interface OrgSketchProps {
  readonly document: OrgDocument;
  readonly className?: string;
}

/** A drawing of an org in small: where the cards stand and who reports to whom. */
export function OrgSketch({ document, className }: OrgSketchProps) {
  const box = boundingBox(document.agents.map((agent) => cardBox(agent.position))) ?? {
    x: 0,
    y: 0,
    width: 1,
    height: 1,
  };
  const places = new Map(document.agents.map((agent) => [agent.id, agent.position]));
  return (
    <svg
      viewBox={`${box.x - 20} ${box.y - 20} ${box.width + 40} ${box.height + 40}`}
      className={className}
      aria-hidden="true"
    >
      {document.lines.map((line) => {
        const parent = places.get(line.parentId);
        const child = places.get(line.childId);
        return parent && child ? (
          <path
            key={line.id}
            d={linePath(parent, child).path}
            fill="none"
            stroke="var(--line)"
            strokeWidth={2}
          />
        ) : null;
      })}
      {document.agents.map((agent) => (
        <g key={agent.id} transform={`translate(${agent.position.x} ${agent.position.y})`}>
          <rect {...cardSize} rx={12} fill="var(--surface)" stroke="var(--border-strong)" strokeWidth={2} />
          <CardName name={agent.name} />
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
