import type { Metadata } from "next";
import { Suspense } from "react";
import { OrgsPage } from "./_list/orgs-page.tsx";

export const metadata: Metadata = { title: "Orgs" };

export default function Page() {
  return (
    <Suspense>
      <OrgsPage />
    </Suspense>
  );
}
