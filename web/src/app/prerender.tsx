import type { Community, LegalPageName } from "@commonlane/contract/community";
import { I18nProvider } from "@lingui/react";
import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { communitySettings } from "#shared/community-settings.ts";
import { createSession } from "#shared/session/browser-session.ts";
import { SessionProvider } from "#shared/session/SessionProvider.tsx";
import { visitorEnvironment } from "#shared/session/visitor-environment.ts";
import { createToastList } from "#shared/ui/toasts/toast-list.ts";
import { ToastContext } from "#shared/ui/toasts/Toasts.tsx";
import { startI18n } from "./i18n.ts";

interface PublicPage {
  readonly title: MessageDescriptor | null;
  /** Imported once the community's settings are known, because modules read them. */
  readonly load: () => Promise<ComponentType>;
  /** Signed-in users are sent elsewhere. */
  readonly visitorsOnly?: boolean;
}

/** Pages that are readable before any script has run, and without scripts. */
const pages: Readonly<Record<string, PublicPage>> = {
  "/": {
    title: null,
    load: async () => (await import("#features/landing/Landing.tsx")).Landing,
    visitorsOnly: true,
  },
  "/login": {
    title: msg`Login`,
    load: async () => (await import("#features/accounts/login/LoginScreen.tsx")).LoginScreen,
    visitorsOnly: true,
  },
  "/register": {
    title: msg`Sign Up`,
    load: async () => (await import("#features/accounts/registration/RegisterScreen.tsx")).RegisterScreen,
    visitorsOnly: true,
  },
  "/forgot-password": {
    title: msg`Forgot Password?`,
    load: async () => (await import("#features/accounts/password-reset/ForgotPasswordScreen.tsx")).ForgotPasswordScreen,
    visitorsOnly: true,
  },
  "/privacy-policy": {
    title: msg`Privacy Policy`,
    load: async () => (await import("#features/legal/PrivacyPolicy.tsx")).PrivacyPolicy,
  },
  "/terms-of-use": {
    title: msg`Terms of Use`,
    load: async () => (await import("#features/legal/TermsOfUse.tsx")).TermsOfUse,
  },
  "/about": { title: msg`About`, load: async () => (await import("#features/legal/AboutPage.tsx")).AboutPage },
  "/popular-routes": {
    title: msg`Popular routes without rides`,
    load: async () => (await import("./pages/PopularRoutesPage.tsx")).PopularRoutesPage,
  },
};

/** Paths of the pages that `prerender` knows. */
export const prerenderedPaths: readonly string[] = Object.keys(pages);

interface PrerenderOptions {
  readonly community: Community;
  /** The operator's own legal texts, as Markdown. */
  readonly legalTexts: ReadonlyMap<LegalPageName, string>;
}

export interface PrerenderedPage {
  readonly title: string;
  readonly markup: string;
}

/**
 * Renders a public page as a visitor sees it first. The server does this once for its settings; a module instance must
 * not be used for other settings.
 */
export async function prerender(path: string, { community, legalTexts }: PrerenderOptions): Promise<PrerenderedPage> {
  const page = pages[path];
  if (!page) throw new Error(`There is no prerendered page ${path}.`);
  Object.assign(communitySettings, community);
  const { addOperatorText } = await import("#features/legal/operator-texts.ts");
  for (const [name, text] of legalTexts) addOperatorText(name, text);
  const Page = await page.load();
  const i18n = startI18n();
  const session = createSession(visitorEnvironment);
  session.start();
  const markup = renderToStaticMarkup(
    <div className="first-paint" data-visitors={page.visitorsOnly ? "" : undefined}>
      <I18nProvider i18n={i18n}>
        <SessionProvider session={session}>
          <MemoryRouter initialEntries={[path]}>
            <ToastContext value={createToastList()}>
              <Page />
            </ToastContext>
          </MemoryRouter>
        </SessionProvider>
      </I18nProvider>
    </div>,
  );
  const title = page.title ? `${i18n._(page.title)} · ${communitySettings.name}` : communitySettings.name;
  return { title, markup: adaptToPolicy(markup) };
}

/**
 * Until the scripts have run, links work, fields can be filled in (typed-input.ts), and everything that needs scripts is
 * inert: a form with the method "dialog" outside of a dialog is never sent. The page's content security policy forbids
 * style attributes; elements with one are shown once the scripts have loaded.
 */
const adaptToPolicy = (markup: string): string =>
  markup
    .replaceAll("<form ", '<form method="dialog" ')
    .replaceAll("<button ", '<button inert="" ')
    .replaceAll(/ style="[^"]*"/g, ' data-later=""');
