import type { Metadata } from "next";
import { Suspense } from "react";
import { AuditPage } from "../_parts/audit-page.tsx";

export const metadata: Metadata = { title: "Audit" };

export default function Page() {
  return (
    <Suspense>
      <AuditPage />
    </Suspense>
  );
}
