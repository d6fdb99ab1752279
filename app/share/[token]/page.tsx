import type { Metadata } from "next";
import { SharedRunPage } from "../_parts/shared-run-page.tsx";

export const metadata: Metadata = {
  title: "Shared run · OpenHive",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

interface PageProps {
  readonly params: Promise<{ readonly token: string }>;
}

/** One run, to look at. Everything it needs it reads from addresses below `/api/share/` and this token. */
export default async function Page({ params }: PageProps) {
  const { token } = await params;
  return <SharedRunPage token={token} />;
}
