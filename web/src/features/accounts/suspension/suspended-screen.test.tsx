import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { SuspendedScreen } from "./SuspendedScreen.tsx";

i18n.loadAndActivate({ locale: "en", messages: {} });
vi.stubGlobal("document", { title: "" });

test("[domain/moderation:suspended-page] a suspended user reads until when and why, what becomes of trips, and how to appeal, and is not asked to sign up", () => {
  const message = "This account has been suspended until 5 December 2026: Asked for money";
  const page = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <MemoryRouter>
        <SuspendedScreen message={message} />
      </MemoryRouter>
    </I18nProvider>,
  );
  expect(page).toContain(message);
  expect(page).toContain("Seats that you agreed on stay");
  expect(page).toMatch(/href="mailto:[^"]*subject=Appeal%20against/);
  expect(page).not.toContain("/register");
});
