import type { Metadata } from "next";
import { Suspense } from "react";
import { ComparePage } from "../_compare/compare-page.tsx";

export const metadata: Metadata = { title: "Compare runs" };

export default function Page() {
  return (
    <Suspense>
      <ComparePage />
    </Suspense>
  );
}
