interface StoredFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]{1,64}\/[a-z0-9!#$&^_.+-]{1,100}(; ?charset=[a-z0-9-]{1,40})?$/i;
const BREAKS_HEADER = /[^\x20-\x7e]|["\\%;]/g;

/**
 * Headers under which a file of unknown origin is harmless: it is saved rather than shown, its type is not guessed,
 * and should a browser open it all the same it runs nothing and belongs to no origin.
 */
export function fileHeaders({ name, mediaType, content }: StoredFile): Readonly<Record<string, string>> {
  const plain = name.replace(BREAKS_HEADER, "_");
  return {
    "content-type": MEDIA_TYPE.test(mediaType) ? mediaType : "application/octet-stream",
    "content-length": String(content.byteLength),
    // Both forms of RFC 6266: the plain one for old readers, the encoded one with every character of the name.
    "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(name)}`,
    "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, max-age=3600",
  };
}

/** Of the answer that says why there is no such file: it is read as it stands, whatever name it repeats. */
export const refusalHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/plain; charset=utf-8",
  "content-security-policy": "sandbox; default-src 'none'",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
};

/** Percent-encoding of RFC 5987, which is stricter than `encodeURIComponent`; lone surrogates become U+FFFD. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
