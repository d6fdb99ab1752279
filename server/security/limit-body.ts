/**
 * A request whose body ends in an error when it grows beyond a size, or undefined where it says itself that it is larger. So a
 * body that is refused is never held whole.
 */
export function limitBody(request: Request, maxBytes: number): Request | undefined {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return undefined;
  if (request.body === null) return request;
  let size = 0;
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > maxBytes) controller.error(new Error(`The body is larger than ${maxBytes} bytes.`));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Request(request, { body: counted, duplex: "half" } as RequestInit);
}
