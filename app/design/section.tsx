import type { ReactNode } from "react";

interface SectionProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** A chapter: name and rule on the left, parts on the right. */
export function Section({ title, text, children }: SectionProps) {
  return (
    <section className="grid gap-x-10 gap-y-4 border-t pt-6 pb-7 md:grid-cols-[12.5rem_minmax(0,1fr)]">
      <div>
        <h2 className="text-14">{title}</h2>
        <p className="mt-1 text-12 text-text-2">{text}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
