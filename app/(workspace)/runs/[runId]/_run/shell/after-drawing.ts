/** Runs when rows that were asked for stand: a long transcript is measured before, so that takes two frames. Answers what calls it off. */
export function afterDrawing(run: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(run);
  });
  return () => cancelAnimationFrame(frame);
}
