import { storable } from "../contract/storable.ts";

// What fonts do not show, also the selectors and "tags" that carry instructions past people, and what moves a terminal's
// cursor. Joiners and the two selectors of emoji stay: words of some languages need them.
const invisible =
  /[[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2028\u2029]--[\t\n\r\u200c\u200d\ufe0e\ufe0f]]/gv;

/** Text from a server that can be stored and shown: no zero bytes, no half surrogate pairs, nothing invisible. */
export function cleanText(text: string): string {
  return storable(text).replace(invisible, "");
}
