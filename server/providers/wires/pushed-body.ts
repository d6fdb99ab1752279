import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { ownValue } from "../../contract/own-value.ts";
import { BrokenStreamError } from "../read-reply.ts";

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The body of an answer that is pushed in as it comes. What comes before somebody reads is kept for them. */
export class PushedBody {
  readonly #early: Buffer[] = [];
  readonly #ended = Promise.withResolvers<void>();
  /** Nothing is asked for compressed, but some servers do it all the same. */
  readonly #decoder: Transform | undefined;
  #onData: ((piece: Buffer) => void) | undefined;

  constructor(encoding: string) {
    // Whoever never reads is not told.
    this.#ended.promise.catch(() => undefined);
    this.#decoder = ownValue(decoders, encoding)?.();
    this.#decoder
      ?.on("data", (piece: Buffer) => this.#deliver(piece))
      .once("end", () => this.#ended.resolve())
      .once("error", () => this.fail(new BrokenStreamError("It sent what cannot be unpacked")));
  }

  add(piece: Buffer): void {
    if (this.#decoder) this.#decoder.write(piece);
    else this.#deliver(piece);
  }

  end(): void {
    if (this.#decoder) this.#decoder.end();
    else this.#ended.resolve();
  }

  fail(error: unknown): void {
    this.#ended.reject(error);
    this.#decoder?.destroy();
  }

  /** Hands over every piece and resolves at the end. Throws what `onData` throws, and what the body failed with. */
  read(onData: (piece: Buffer) => void): Promise<void> {
    this.#onData = onData;
    for (const piece of this.#early.splice(0)) this.#deliver(piece);
    return this.#ended.promise;
  }

  #deliver(piece: Buffer): void {
    if (!this.#onData) {
      this.#early.push(piece);
      return;
    }
    try {
      this.#onData(piece);
    } catch (error) {
      this.fail(error);
    }
  }
}
