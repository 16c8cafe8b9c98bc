import type { ReactNode } from "react";
import { Hero } from "./Hero.tsx";
import { LandingHeader } from "./LandingHeader.tsx";

/** The bar and the first thing a visitor sees; what follows is part of the same page. */
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
