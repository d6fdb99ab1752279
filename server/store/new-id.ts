import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

/** Of one id. */
const BYTES = 16;
/** Asked of the system at once, each byte used for one id only. */
const pool = new Uint8Array(256 * BYTES);
let used = pool.length;

/** Of the last id: its millisecond, and its place within that, which begins anywhere in the lower half. */
let [moment, place] = [0, 0];

/**
 * An id for a row: a UUID of version 7, behind all that this process made before. The same as `v7()` of the package, which asks the
 * system for random bytes each time: that costs more than everything else about an id.
 */
export function newId(): string {
  const random = nextBytes();
  const now = Date.now();
  if (now > moment)
    [moment, place] = [now, new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1];
  else place += 1;
  return v7({ random, msecs: moment, seq: place });
}

function nextBytes(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += BYTES;
  return pool.subarray(used - BYTES, used);
}
