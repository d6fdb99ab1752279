const MAX_BYTES = 200;

/** A name that is one plain part of a path, as close to the given one as that allows. */
export function plainFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const plain = last.replace(/\p{Cc}/gu, "_").trim();
  return shorten(/^\.*$/.test(plain) ? "file" : plain);
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

/** File systems count the bytes of a name. */
function shorten(name: string): string {
  const { stem, extension } = split(name);
  const ending = Buffer.byteLength(extension) <= 20 ? extension : "";
  const letters = [...(ending === "" ? name : stem)];
  while (Buffer.byteLength(letters.join("") + ending) > MAX_BYTES) letters.pop();
  return letters.join("") + ending;
}
