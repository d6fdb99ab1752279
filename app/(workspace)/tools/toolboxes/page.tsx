import type { Metadata } from "next";
import { Suspense } from "react";
import { ToolboxesPage } from "../_parts/toolboxes-page.tsx";

export const metadata: Metadata = { title: "Toolboxes" };

export default function Page() {
  return (
    <Suspense>
      <ToolboxesPage />
    </Suspense>
  );
}
