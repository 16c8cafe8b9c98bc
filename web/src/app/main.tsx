import { I18nProvider } from "@lingui/react";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import "#styles/styles.css";
import { lazyProofs } from "#shared/captcha/lazy-proofs.ts";
import { setProofSource } from "#shared/captcha/proof-source.ts";
import { browserWorld } from "#shared/session/browser-world.ts";
import { createSession } from "#shared/session/browser-session.ts";
import { SessionProvider } from "#shared/session/SessionProvider.tsx";
import { setTokenSource } from "#shared/session/token-source.ts";
import { applyTheme } from "#shared/theme.ts";
import { ToastProvider } from "#shared/ui/Toasts.tsx";
import { App } from "./App.tsx";
import { Crash } from "./Crash.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { startI18n } from "./i18n.ts";
import { fetchFirstScreen } from "./screens.ts";

applyTheme();
const session = createSession(browserWorld());
setTokenSource(session.tokens);
setProofSource(lazyProofs);
session.start();
if (session.state().status === "signed-out") await fetchFirstScreen(location.pathname);

const root = document.getElementById("root");
if (root) {
  // In small pieces, between which the browser answers: on a phone the whole page at once would hold it up.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <I18nProvider i18n={startI18n()}>
          <SessionProvider session={session}>
            <ErrorBoundary instead={Crash}>
              {/* Not in a transition: the tab must be marked and the skeleton shown while a screen still loads. */}
              <BrowserRouter useTransitions={false}>
                <ToastProvider>
                  <App />
                </ToastProvider>
              </BrowserRouter>
            </ErrorBoundary>
          </SessionProvider>
        </I18nProvider>
      </StrictMode>,
    ),
  );
}
