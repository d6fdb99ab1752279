import type { Metadata } from "next";
import { notFound } from "next/navigation";

export const metadata: Metadata = { title: "Not found" };

/** An address that no page has: told inside the frame, from where every page is one step away. */
export default function Page() {
  notFound();
}
