const QUOTED = /["“„«`]([^"“”„«»`\n]{1,80})["”“»`]/gu;
const NUMBERED = /(?<![\p{L}\p{N}])\p{Lu}{1,10}-?\d{1,10}(?![\p{L}\p{N}])/gu;
/** Behind another word of the sentence, so that its beginning is no name. */
const CAPITALISED = /(?<=[\p{L}\p{N},;)] )\p{Lu}[\p{L}\p{N}'’-]+(?: \p{Lu}[\p{L}\p{N}'’-]+)*/gu;

/** What a text names: quoted first, then numbered things such as `AB-12`, then names as they are written in English. */
export function namesIn(text: string): readonly string[] {
  const start = text.slice(0, 5_000);
  const quoted = [...start.matchAll(QUOTED)].map(([, name = ""]) => name.trim());
  const others = [NUMBERED, CAPITALISED].flatMap((pattern) => start.match(pattern) ?? []);
  return [...new Set([...quoted, ...others])].filter((name) => name !== "");
}
