const MAX_LENGTH = 150;

/** A name that is one plain, visible part of a path on every system, as close to the given one as that allows. */
export function plainFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const plain = last
    .replace(/[\p{Cc}<>:"|?*]/gu, "_")
    .replace(/^\.+/, "")
    .trim();
  return shorten(plain === "" ? "file" : plain);
}

/** `report.md`, then `report-2.md`, `report-3.md`: the first that is not taken. */
export function distinctName(name: string, isTaken: (name: string) => boolean): string {
  const { stem, extension } = split(name);
  let candidate = name;
  for (let number = 2; isTaken(candidate); number += 1) candidate = `${stem}-${number}${extension}`;
  return candidate;
}

function split(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? { stem: name.slice(0, dot), extension: name.slice(dot) } : { stem: name, extension: "" };
}

function shorten(name: string): string {
  if (name.length <= MAX_LENGTH) return name;
  const { stem, extension } = split(name);
  return stem.slice(0, MAX_LENGTH - Math.min(extension.length, 20)) + extension.slice(0, 20);
}
