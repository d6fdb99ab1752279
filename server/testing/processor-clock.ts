/**
 * Begins to count what this process takes of the processor; the answer tells how much it was, in milliseconds. For limits on work: on a
 * busy machine a clock on the wall says how busy it is.
 */
export function startProcessorClock(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}
