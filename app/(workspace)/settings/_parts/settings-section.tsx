import type { ReactNode } from "react";

interface SettingsSectionProps {
  /** Its place in the address: `/settings#models`. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** A chapter of the settings. */
export function SettingsSection({ id, title, text, children }: SettingsSectionProps) {
  return (
    <section
      id={id}
      aria-label={title}
      className="grid scroll-mt-4 gap-x-10 gap-y-4 border-t py-6 first:border-t-0 md:grid-cols-[12.5rem_minmax(0,1fr)]"
    >
      <div>
        <h2 className="text-14">{title}</h2>
        <p className="mt-1 text-12 text-text-2">{text}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
