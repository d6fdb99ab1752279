const LINE_END = new Uint8Array([10]);

/** Pieces with an end of line behind each, handed on when the reader has room for it. Who leaves early ends the source. */
export function toLines(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done) return controller.close();
      controller.enqueue(next.value);
      controller.enqueue(LINE_END);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
