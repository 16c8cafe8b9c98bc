import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { LandingTop } from "#features/landing/LandingTop.tsx";
import { startI18n } from "./i18n.ts";

/** First paint of `/` before any script has run: the static top of the landing page. Rendered once, by the build. */
export const firstPaint = (): string =>
  renderToStaticMarkup(
    <div className="first-paint relative min-h-[200dvh] bg-paper" inert>
      <I18nProvider i18n={startI18n()}>
        <MemoryRouter>
          <LandingTop />
        </MemoryRouter>
      </I18nProvider>
    </div>,
  );
