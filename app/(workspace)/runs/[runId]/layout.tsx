import type { Metadata } from "next";
import type { ReactNode } from "react";
import { RunProvider } from "./_run/run-provider.tsx";

export const metadata: Metadata = { title: "Run · OpenHive" };

interface RunLayoutProps {
  readonly params: Promise<{ readonly runId: string }>;
  readonly children: ReactNode;
}

/** The run page and its turns share one store, so that going from one to the other asks for nothing again. */
export default async function RunLayout({ params, children }: RunLayoutProps) {
  const { runId } = await params;
  return (
    <RunProvider key={runId} runId={runId}>
      {children}
    </RunProvider>
  );
}
