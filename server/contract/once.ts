/** Does the work at the first call and nothing at those after it: for what is given back in more than one way. */
export function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
