/**
 * Waits for a value no longer than until the signal aborts; rejects with the signal's reason then. What comes too late is
 * handed to `tooLate`, so that nothing that has to be given back is lost.
 */
export async function untilAborted<Value>(
  value: Promise<Value>,
  signal: AbortSignal,
  tooLate: (value: Value) => void,
): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([aborted, value]);
  } catch (error) {
    value.then(tooLate, () => undefined);
    throw error;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
