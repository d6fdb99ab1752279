import type { Metadata } from "next";
import { Suspense } from "react";
import { ToolsPage } from "./_parts/tools-page.tsx";

export const metadata: Metadata = { title: "Tools" };

export default function Page() {
  return (
    <Suspense>
      <ToolsPage />
    </Suspense>
  );
}
