import type { ReactNode } from "react";
import { Hero } from "./Hero.tsx";
import { LandingHeader } from "./LandingHeader.tsx";

/** Header and hero of the landing page, followed by the rest of the page. */
export function LandingTop({ children }: { children?: ReactNode }) {
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
