import type { ReactNode } from "react";
import { PublicPageHeader } from "#shared/ui/PublicPageHeader.tsx";
import { SiteFooter } from "#shared/ui/SiteFooter.tsx";
import { SkipLink } from "#shared/ui/SkipLink.tsx";

/** A public page of text with its heading, header and footer. */
export function InfoPageLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-h-dvh bg-paper">
      <SkipLink />
      <PublicPageHeader />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto max-w-[46rem] px-(--gutter) pt-6 pb-16 outline-none lg:pt-10"
      >
        <h1 className="text-[clamp(1.55rem,8.2vw,1.875rem)] leading-tight font-extrabold hyphens-auto wrap-anywhere tracking-[-.025em]">
          {title}
        </h1>
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
