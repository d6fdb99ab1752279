"use client";

import { useMemo } from "react";
import { ScrollBox } from "@/app/_ui/scroll-box.tsx";
import { parseTable } from "./parse-table.ts";

interface TablePreviewProps {
  readonly text: string;
  readonly name: string;
}

/** Delimited text as a table; numbers to the right, so that they can be compared. */
export function TablePreview({ text, name }: TablePreviewProps) {
  const { head, rows, isCut } = useMemo(() => parseTable(text), [text]);
  const isNumeric = useMemo(
    () => head.map((_, column) => rows.length > 0 && rows.every((row) => isNumber(row[column] ?? ""))),
    [head, rows],
  );
  return (
    <>
      <ScrollBox
        aria-label={`Table ${name}`}
        className="max-h-[60dvh] overflow-auto rounded-2 border focus-inside"
      >
        <table className="num w-full border-collapse text-12">
          <thead className="sticky top-0 bg-surface-2">
            <tr>
              {head.map((title, column) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name and never move
                  key={column}
                  scope="col"
                  className={`border-b px-2.5 py-1.5 font-medium whitespace-nowrap text-text-2 ${isNumeric[column] ? "text-right" : "text-left"}`}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name and never move
              <tr key={index} className="not-last:border-b">
                {head.map((_, column) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name and never move
                    key={column}
                    className={`px-2.5 py-1 ${isNumeric[column] ? "text-right" : "max-w-80 truncate"}`}
                    title={row[column]}
                  >
                    {row[column] ?? ""}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p className="mt-2 text-11 text-text-3">
        {isCut
          ? "The first rows and columns; the download has them all."
          : `${rows.length} ${rows.length === 1 ? "row" : "rows"}`}
      </p>
    </>
  );
}

function isNumber(cell: string): boolean {
  return cell.trim() === "" || Number.isFinite(Number(cell.replaceAll(",", "")));
}
