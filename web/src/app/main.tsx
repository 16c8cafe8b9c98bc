import { i18n } from "@lingui/core";
import { I18nProvider, useLingui } from "@lingui/react";
import { type ReactNode, startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import "#styles/styles.css";
import { keepInstallPrompt } from "#shared/install/install-prompt.ts";
import { lazyProofSource } from "#shared/captcha/lazy-proof-source.ts";
import { takeFirstLanguage } from "#shared/language/language-choice.ts";
import { activateLanguage, declareLanguage, loadMessages } from "#shared/language/messages.ts";
import { followPageTranslation } from "#shared/language/page-translation.ts";
import { setPreferredTags } from "#shared/language/reader-region.ts";
import { hideLinkToken } from "#shared/link-token.ts";
import { setProofSource } from "#shared/captcha/proof-source.ts";
import { browserEnvironment } from "#shared/session/browser-environment.ts";
import { createSession } from "#shared/session/browser-session.ts";
import { saveLinkedStart } from "#shared/forms/search-draft.ts";
import { saveLinkedPage } from "#shared/session/return-target.ts";
import { SessionProvider } from "#shared/session/SessionProvider.tsx";
import { setTokenSource } from "#shared/session/token-source.ts";
import { applyTheme } from "#shared/theme.ts";
import { fetchAhead } from "#shared/ui/lazy-screen.tsx";
import { LoadingScreen } from "#shared/ui/LoadingScreen.tsx";
import { ToastProvider } from "#shared/ui/toasts/Toasts.tsx";
import { App } from "./App.tsx";
import { CrashScreen } from "./errors/CrashScreen.tsx";
import { ErrorBoundary } from "./errors/ErrorBoundary.tsx";
import { isSignedInPath } from "./routing/signed-in-path.ts";
import { fetchFirstScreen, SignedInShell } from "./screens.ts";

setPreferredTags(navigator.languages);
const askedLanguage = new URLSearchParams(location.search).get("lang");
const wanted = takeFirstLanguage();
// Without its messages, as offline, the app is shown in English.
const messages = loadMessages("start", wanted).then(
  () => wanted,
  () => "en" as const,
);
hideLinkToken();
keepInstallPrompt();
saveLinkedPage(location.search);
saveLinkedStart(location.search);
applyTheme();
const session = createSession(browserEnvironment());
setTokenSource(session.tokens);
setProofSource(lazyProofSource);
session.start();
if (session.state().status !== "signed-out") fetchAhead(SignedInShell);
const language = await messages;
activateLanguage(language);
declareLanguage(language);
if (import.meta.env.DEV)
  await (await import("./pseudo-language.ts")).showPseudoLanguage(askedLanguage);
const prerendered = document.querySelector(".first-paint");
if (session.state().status === "signed-out" || prerendered?.matches(":not([data-visitors])"))
  await fetchFirstScreen(location.pathname, prerendered !== null);

const opensShell = (path: string): boolean => path === "/" || isSignedInPath(path);

/** Until the session is open and its first screen is loaded, or it turns out that this will not be soon. */
async function untilShellOpens(): Promise<void> {
  await new Promise<void>((resolve) => session.subscribe(resolve));
  // What cannot be loaded is reported where it is shown.
  if (session.state().status === "signed-in") await SignedInShell.fetch().catch(() => {});
}

/** Remounted in another language, so that texts made outside of components change too. */
const TranslatedApp = () => <App key={useLingui().i18n.locale} />;

const element = document.getElementById("root");
if (element) {
  followPageTranslation(document.body);
  const root = createRoot(element);
  const show = (content: ReactNode) =>
    root.render(
      <StrictMode>
        <I18nProvider i18n={i18n}>{content}</I18nProvider>
      </StrictMode>,
    );
  const app = (
    <SessionProvider session={session}>
      <ErrorBoundary fallback={CrashScreen}>
        {/* Not in a transition: the tab must be highlighted and the skeleton shown while a screen loads. */}
        <BrowserRouter useTransitions={false}>
          <ToastProvider>
            <TranslatedApp />
          </ToastProvider>
        </BrowserRouter>
      </ErrorBoundary>
    </SessionProvider>
  );
  if (session.state().status === "loading" && opensShell(location.pathname)) {
    // Nothing else can be used yet, and rendering the app in each state on the way costs a phone half a second.
    show(<LoadingScreen />);
    await untilShellOpens();
    show(app);
  } else {
    // A transition renders in small slices; rendering the whole page at once would block phones.
    startTransition(() => show(app));
  }
}
