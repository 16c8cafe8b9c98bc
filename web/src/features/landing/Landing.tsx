import { useTitle } from "#shared/ui/use-title.ts";
import { SiteFooter } from "#shared/ui/SiteFooter.tsx";
import { SkipLink } from "#shared/ui/SkipLink.tsx";
import { Contact } from "./Contact.tsx";
import { Features } from "./Features.tsx";
import { HowItWorks } from "./HowItWorks.tsx";
import type { ReactNode } from "react";
import { Hero } from "./Hero.tsx";
import { LandingHeader } from "./LandingHeader.tsx";

/** Landing page for visitors who are not signed in. */
export function Landing() {
  useTitle("");
  return (
    <div className="relative min-h-dvh bg-paper">
      <SkipLink />
      <LandingTop>
        <Features />
        <HowItWorks />
        <Contact />
      </LandingTop>
      <SiteFooter />
    </div>
  );
}

/** Header and hero of the landing page, followed by the rest of the page. */
function LandingTop({ children }: { children?: ReactNode }) {
  return (
    <>
      <LandingHeader />
      <main id="main" tabIndex={-1} className="outline-none">
        <Hero />
        {children}
      </main>
    </>
  );
}
