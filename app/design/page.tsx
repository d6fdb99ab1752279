import type { Metadata } from "next";
import { ThemeChoice } from "../_shell/theme-choice.tsx";
import { Foundations } from "./foundations.tsx";
import { OverlayParts } from "./overlay-parts.tsx";
import { PartsGallery } from "./parts-gallery.tsx";

export const metadata: Metadata = { title: "States and parts", robots: { index: false } };

export default function DesignPage() {
  return (
    <main className="mx-auto max-w-[86rem] px-4 pt-8 pb-16 md:px-12">
      <div className="mb-6 flex flex-wrap items-start gap-4">
        <div className="min-w-60 flex-1">
          <h1 className="text-20">States and parts</h1>
          <p className="mt-1 max-w-[40rem] text-14 text-text-2">
            Everything the product is drawn from. Colour says who has to act, shape says what is going on,
            words say it again.
          </p>
        </div>
        <ThemeChoice />
      </div>
      <Foundations />
      <PartsGallery />
      <OverlayParts />
    </main>
  );
}
