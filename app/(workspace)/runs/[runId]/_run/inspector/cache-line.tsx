/** Where the provider's cache ended. What broke it is said in the summary. */
export function CacheLine() {
  return (
    <p className="border-b border-dashed border-st-done px-4 pb-0.5 text-11 text-st-done">
      Read from cache up to about here
    </p>
  );
}
