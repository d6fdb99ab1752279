const FIRST_BYTES = 4_096;

/** Bytes that come in pieces, as one run of memory: a million pieces of one byte take no more than one of a million. */
export class ByteCollector {
  #bytes = Buffer.alloc(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(piece: Buffer): void {
    const size = this.#size + piece.byteLength;
    if (size > this.#bytes.byteLength) {
      const grown = Buffer.allocUnsafe(Math.max(FIRST_BYTES, size, this.#bytes.byteLength * 2));
      this.#bytes.copy(grown, 0, 0, this.#size);
      this.#bytes = grown;
    }
    piece.copy(this.#bytes, this.#size);
    this.#size = size;
  }

  /** As UTF-8; what is none becomes U+FFFD. */
  text(): string {
    return this.#bytes.toString("utf8", 0, this.#size);
  }

  clear(): void {
    this.#bytes = Buffer.alloc(0);
    this.#size = 0;
  }
}
