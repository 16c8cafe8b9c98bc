import { useTitle } from "#shared/ui/use-title.ts";
import { SiteFooter } from "#shared/ui/SiteFooter.tsx";
import { SkipLink } from "#shared/ui/SkipLink.tsx";
import { Contact } from "./Contact.tsx";
import { Features } from "./Features.tsx";
import { Hero } from "./Hero.tsx";
import { HowItWorks } from "./HowItWorks.tsx";
import { LandingHeader } from "./LandingHeader.tsx";

/** The page for visitors. */
export function Landing() {
  useTitle("");
  return (
    <div className="relative min-h-dvh bg-paper">
      <SkipLink />
      <LandingHeader />
      <main id="main" tabIndex={-1} className="outline-none">
        <Hero />
        <Features />
        <HowItWorks />
        <Contact />
      </main>
      <SiteFooter />
    </div>
  );
}
