import type { Metadata } from "next";
import { Suspense } from "react";
import { RulesPage } from "../_parts/rules-page.tsx";

export const metadata: Metadata = { title: "Rules" };

export default function Page() {
  return (
    <Suspense>
      <RulesPage />
    </Suspense>
  );
}
