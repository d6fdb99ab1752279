"use client";

import { PageFrame } from "../_shell/page-frame.tsx";
import { ErrorState } from "../_ui/error-state.tsx";

interface PageErrorProps {
  readonly error: Error;
  readonly reset: () => void;
}

export default function PageError({ error, reset }: PageErrorProps) {
  return (
    <PageFrame title="This page stopped">
      <ErrorState title="This page stopped because of a fault in it" error={error} onRetry={reset} />
    </PageFrame>
  );
}
