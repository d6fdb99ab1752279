/** Bytes as Base64, in pieces small enough for one call's arguments. */
export function toBase64(bytes: Uint8Array): string {
  const piece = 0x8000;
  let binary = "";
  for (let at = 0; at < bytes.length; at += piece)
    binary += String.fromCharCode(...bytes.subarray(at, at + piece));
  return btoa(binary);
}
