import type { Community } from "@commonlane/contract/community";
import type { LegalText } from "@commonlane/contract/legal";
import { I18nProvider } from "@lingui/react";
import { msg, t } from "@lingui/core/macro";
import { i18n, type MessageDescriptor } from "@lingui/core";
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import type { Language } from "@commonlane/contract/languages";
import { communitySettings } from "#shared/community-settings.ts";
import { activateLanguage, loadMessages } from "#shared/language/messages.ts";
import { createSession } from "#shared/session/browser-session.ts";
import { SessionProvider } from "#shared/session/SessionProvider.tsx";
import { createToastList } from "#shared/ui/toasts/toast-list.ts";
import { ToastContext } from "#shared/ui/toasts/Toasts.tsx";
import type { SessionEnvironment } from "#shared/session/session.ts";

function refuse() {
  return Promise.reject(new Error("A prerendered page has no session."));
}

const ignore = () => undefined;

/** The environment of a page that is rendered outside of a browser: no session, no storage, no other tabs. */
const visitorEnvironment: SessionEnvironment = {
  refresh: refuse,
  signIn: refuse,
  signOut: refuse,
  loadProfile: refuse,
  startLiveEvents: refuse,
  hint: { read: () => null, write: ignore },
  lastUser: {
    read: ignore,
    write: ignore,
    forget: ignore,
  },
  isOffline: () => false,
  tabs: { send: ignore, listen: ignore },
  runExclusive: (run) => run(),
  onOfflineChange: ignore,
  now: () => Date.now(),
  schedule: () => ignore,
};

interface PublicPage {
  readonly title: MessageDescriptor | null;
  /** Imported once the community's settings are known, because modules read them. */
  readonly load: () => Promise<ComponentType>;
  /** Signed-in users are sent elsewhere. */
  readonly visitorsOnly?: boolean;
}

async function loadInfoPage() {
  return (await import("#features/legal/InfoPage.tsx")).InfoPage;
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
    load: async () =>
      (await import("#features/accounts/registration/RegisterScreen.tsx")).RegisterScreen,
    visitorsOnly: true,
  },
  "/forgot-password": {
    title: msg`Forgot Password?`,
    load: async () =>
      (await import("#features/accounts/password-reset/ForgotPasswordScreen.tsx"))
        .ForgotPasswordScreen,
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
  "/about": {
    title: msg`About`,
    load: async () => (await import("#features/legal/AboutPage.tsx")).AboutPage,
  },
  "/imprint": {
    title: msg`Imprint`,
    load: loadInfoPage,
  },
  "/accessibility": {
    title: msg`Accessibility`,
    load: loadInfoPage,
  },
  "/community-rules": {
    title: msg`Community rules`,
    load: loadInfoPage,
  },
  "/source": {
    title: msg`Source code`,
    load: loadInfoPage,
  },
  "/popular-routes": {
    title: msg`Popular routes without rides`,
    load: async () => (await import("./pages/PopularRoutesPage.tsx")).PopularRoutesPage,
  },
};

/** Paths of the pages that `prerender` knows. */
export const prerenderedPaths: readonly string[] = Object.keys(pages);

interface PrerenderOptions {
  readonly community: Community;
  readonly language: Language;
  /** The community's own legal texts in this language. */
  readonly legalTexts: readonly LegalText[];
}

export interface PrerenderedPage {
  readonly title: string;
  readonly markup: string;
}

/**
 * Renders a public page as a visitor sees it first. The server does this once for its settings; a module instance must
 * not be used for other settings.
 */
export async function prerender(
  path: string,
  { community, language, legalTexts }: PrerenderOptions,
): Promise<PrerenderedPage> {
  const page = pages[path];
  if (!page) throw new Error(`There is no prerendered page ${path}.`);
  Object.assign(communitySettings, community);
  const { OwnLegalText } = await import("#features/legal/own-texts.ts");
  const { setOwnTexts } = await import("#features/legal/own-text-store.ts");
  // The page's module would otherwise fetch them.
  setOwnTexts(legalTexts);
  const [Page] = await Promise.all([page.load(), OwnLegalText.fetch()]);
  await loadAllMessages(language);
  const session = createSession(visitorEnvironment);
  session.start();
  // Nothing is awaited from here on: pages in other languages are rendered by the same instance.
  activateLanguage(language);
  Object.assign(communitySettings, community);
  setOwnTexts(legalTexts);
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
  const title = page.title
    ? `${i18n._(page.title)} · ${communitySettings.name}`
    : communitySettings.name;
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

/** Texts in the head of every page, and for browsers without scripts. */
interface PageTexts {
  readonly description: string;
  readonly needsScripts: string;
}

export async function pageTexts({
  community,
  language,
}: Omit<PrerenderOptions, "legalTexts">): Promise<PageTexts> {
  Object.assign(communitySettings, community);
  await loadAllMessages(language);
  activateLanguage(language);
  const { name } = communitySettings;
  return {
    description: t`${name} matches people with empty seats to people who need one. You agree on the pick-up and the cost between yourselves.`,
    needsScripts: t`${name} needs JavaScript to show rides and people. Please switch it on for this page.`,
  };
}

const loadAllMessages = (language: Language) =>
  Promise.all([loadMessages("start", language), loadMessages("rest", language)]);
