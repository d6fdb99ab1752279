const SIGNS: Readonly<Record<string, string>> = {
  a: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
  h: "0123456789abcdef",
  H: "0123456789ABCDEF",
  u: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  d: "0123456789",
};

/** A line with what may not be left of it. */
export interface FilledLine {
  readonly text: string;
  readonly secrets: readonly string[];
}

/**
 * Fills `{a36}` with 36 letters and digits that look random and are the same each time (`h` hexadecimal, `H` with large letters,
 * `u` large letters and digits, `d` digits), so that no file holds a whole key. What stands between `‹` and `›` is secret.
 */
export function fillSecrets(line: string): FilledLine {
  let seed = [...line].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 4_294_967_296, 7);
  const next = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed >>> 8;
  };
  const marked = line.replaceAll(/\{([ahHud])(\d+)\}/g, (_whole, kind: string, length: string) => {
    const signs = SIGNS[kind] ?? "";
    return Array.from({ length: Number(length) }, () => signs[next() % signs.length]).join("");
  });
  return {
    text: marked.replaceAll(/[‹›]/g, ""),
    secrets: [...marked.matchAll(/‹([^›]*)›/g)].map(([, secret = ""]) => secret),
  };
}
