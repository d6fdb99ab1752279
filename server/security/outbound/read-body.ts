import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** What the client can unpack: sent as `accept-encoding`. */
export const ENCODINGS = "gzip, deflate, br";

/**
 * Reads an answer whole, unpacked. Gives undefined when it grows beyond the limit, packed or unpacked: a small answer that
 * unpacks into a huge one is left off at the limit. Rejects when it breaks off, is packed badly or in a way not asked for.
 */
export async function readBody(
  body: Readable,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  const size = { packed: 0, unpacked: 0 };
  const guard = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      size.packed += chunk.length;
      if (size.packed > maxBytes) throw new TooLarge();
      yield chunk;
    }
  };
  const collect = async (source: AsyncIterable<Uint8Array>) => {
    for await (const chunk of source) {
      size.unpacked += chunk.length;
      if (size.unpacked > maxBytes) throw new TooLarge();
      chunks.push(chunk);
    }
  };
  try {
    const unpacker = unpackerFor(encoding);
    if (unpacker === undefined) await pipeline(body, guard, collect);
    else await pipeline(body, guard, unpacker, collect);
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

class TooLarge extends Error {}

function unpackerFor(encoding: string | undefined) {
  switch (encoding?.trim().toLowerCase() ?? "identity") {
    case "":
    case "identity":
      return undefined;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    default:
      throw new Error("the answer is packed in a way that was not asked for");
  }
}
