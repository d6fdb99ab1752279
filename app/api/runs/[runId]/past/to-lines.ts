/** Pieces with an end of line behind each, handed on when the reader has room for it. Who leaves early ends the source. */
export function toLines(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done) return controller.close();
      controller.enqueue(next.value);
      // One of its own each time: who gets bytes may take them away from us.
      controller.enqueue(Uint8Array.of(10));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
