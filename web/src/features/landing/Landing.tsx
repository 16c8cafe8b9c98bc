import { useTitle } from "#shared/ui/use-title.ts";
import { SiteFooter } from "#shared/ui/SiteFooter.tsx";
import { SkipLink } from "#shared/ui/SkipLink.tsx";
import { Contact } from "./Contact.tsx";
import { Features } from "./Features.tsx";
import { HowItWorks } from "./HowItWorks.tsx";
import { type ReactNode, Suspense } from "react";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Hero } from "./Hero.tsx";
import { LandingHeader } from "./LandingHeader.tsx";

/** Loaded after the page, because it asks the server. */
const OnOffer = lazyScreen(() => import("./OnOffer.tsx"), "OnOffer", "start");

/** Landing page for visitors who are not signed in. */
export function Landing() {
  useTitle("");
  return (
    <div className="relative min-h-dvh bg-paper">
      <SkipLink />
      <LandingTop>
        {"document" in globalThis && (
          <Suspense fallback={null}>
            <OnOffer />
          </Suspense>
        )}
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
