import { classNames } from "@/app/_ui/class-names.ts";

export interface PairRow {
  readonly name: string;
  readonly left: string;
  readonly right: string;
  /** "+3", "−0.4 s", "same"; null where there is nothing to count. */
  readonly change: string | null;
  /** Smaller, below each value. */
  readonly notes?: readonly [left: string, right: string];
}

interface PairTableProps {
  readonly caption: string;
  readonly rows: readonly PairRow[];
  /** Said instead of a table without rows. */
  readonly empty?: string;
  /** Names of tools. */
  readonly isMono?: boolean;
}

const cell = "h-8 border-t px-3 py-1.5 align-top leading-5 max-md:px-2";

/** One thing a row: left, right, and what changed from left to right. */
export function PairTable({ caption, rows, empty, isMono = false }: PairTableProps) {
  if (rows.length === 0 && empty === undefined) return null;
  return (
    <section aria-label={caption} className="flex flex-col gap-2">
      <h2 className="text-14">{caption}</h2>
      {rows.length === 0 ? (
        <p className="text-12 text-text-3">{empty}</p>
      ) : (
        <div className="overflow-hidden rounded-3 border">
          <table className="w-full table-fixed border-collapse text-left">
            <caption className="sr-only">{caption}</caption>
            <thead>
              <tr className="bg-surface-2 text-12 text-text-3 [&_th]:h-8 [&_th]:px-3 [&_th]:font-medium max-md:[&_th]:px-2">
                <th scope="col" className="w-[34%]">
                  {caption === "In short" ? "What" : "Name"}
                </th>
                <th scope="col" className="text-right">
                  Left
                </th>
                <th scope="col" className="text-right">
                  Right
                </th>
                <th scope="col" className="text-right">
                  Change
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.name}>
                  <th
                    scope="row"
                    className={classNames(
                      cell,
                      "font-normal wrap-anywhere",
                      isMono && "mono text-12 leading-5",
                    )}
                  >
                    {row.name}
                  </th>
                  <Value text={row.left} note={row.notes?.[0]} />
                  <Value text={row.right} note={row.notes?.[1]} />
                  <td
                    className={classNames(
                      cell,
                      "num text-right text-12 leading-5",
                      row.change === null || row.change === "same"
                        ? "text-text-3"
                        : "font-medium text-accent",
                    )}
                  >
                    {row.change ?? ""}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Value({ text, note }: { readonly text: string; readonly note?: string | undefined }) {
  return (
    <td className={classNames(cell, "num text-right wrap-anywhere")}>
      {text}
      {note ? <span className="block text-11 text-text-3">{note}</span> : null}
    </td>
  );
}
