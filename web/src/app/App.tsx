import { Suspense, useEffect, type ReactNode } from "react";
import { Outlet, Route, Routes, useLocation } from "react-router";
import { CaptchaContainer } from "#shared/captcha/CaptchaContainer.tsx";
import {
  clearReturnTarget,
  saveReturnTarget,
  findReturnTarget,
} from "#shared/session/return-target.ts";
import { useSession } from "#shared/session/SessionProvider.tsx";
import type { SessionState } from "#shared/session/session.ts";
import { ConnectionBanner } from "#shared/ui/ConnectionBanner.tsx";
import { LoadingScreen } from "#shared/ui/LoadingScreen.tsx";
import { RouteFocusManager } from "./routing/RouteFocusManager.tsx";
import { Redirect } from "./routing/Redirect.tsx";
import { isSignedInPath } from "./routing/signed-in-path.ts";
import * as screens from "./screens.ts";

/** Routes of the specification's section 2, and their access rules. */
export function App() {
  useClearAfterLogout();
  return (
    <>
      <CaptchaContainer />
      <Routes>
        <Route element={<VisitorRoutes />}>
          <Route path="/" element={<screens.Landing />} />
          <Route path="/login" element={<screens.LoginScreen />} />
          <Route path="/register" element={<screens.RegisterScreen />} />
          <Route path="/forgot-password" element={<screens.ForgotPasswordScreen />} />
        </Route>
        <Route element={<PublicRoutes />}>
          <Route path="/privacy-policy" element={<screens.PrivacyPolicy />} />
          <Route path="/terms-of-use" element={<screens.TermsOfUse />} />
          <Route path="/about" element={<screens.AboutPage />} />
          {screens.infoPaths.map((path) => (
            <Route key={path} path={path} element={<screens.InfoPage />} />
          ))}
          <Route path="/popular-routes" element={<screens.PopularRoutesPage />} />
          <Route path="/verify-email" element={<screens.VerifyEmailScreen />} />
          <Route path="/follow" element={<screens.MessageLinkPage />} />
          <Route path="/trusted-contact" element={<screens.MessageLinkPage />} />
          <Route path="/unsubscribe" element={<screens.MessageLinkPage />} />
          <Route path="/delete-imported-data" element={<screens.MessageLinkPage />} />
          <Route path="/setup" element={<screens.SetupPage />} />
          <Route
            path="/sign-in/:providerId/callback"
            element={<screens.ProviderCallbackScreen />}
          />
          <Route path="/undo-email-change" element={<screens.UndoEmailChangeScreen />} />
        </Route>
        <Route path="*" element={<SignedInRoutes />} />
      </Routes>
    </>
  );
}

/** Pages for signed-out visitors only; signed-in users are redirected to /home or to where they were. */
function VisitorRoutes() {
  const { state } = useSession();
  if (state.status === "signed-in")
    return <Redirect to={findReturnTarget(state.user.uid)?.to ?? "/home"} />;
  if (state.status === "loading" && !state.stalled) return <LoadingScreen />;
  return <PublicRoutes />;
}

function PublicRoutes() {
  return (
    <ScreenBoundary>
      <ConnectionBanner />
      <Outlet />
    </ScreenBoundary>
  );
}

/** Signed-in pages with the navigation bar; visitors are redirected to /, as from unknown paths. */
function SignedInRoutes() {
  const { pathname } = useLocation();
  const { state, retryNow } = useSession();
  if (state.status === "loading")
    return <LoadingScreen stalled={state.stalled} onRetry={retryNow} />;
  if (state.status === "signed-out" && state.reason === "suspended")
    return (
      <ScreenBoundary>
        <screens.SuspendedScreen message={state.message} />
      </ScreenBoundary>
    );
  if (state.status === "signed-out")
    return isSignedInPath(pathname) ? <RedirectSignedOut {...state} /> : <Redirect to="/" />;
  return (
    <ScreenBoundary>
      <screens.SignedInShell key={state.user.uid} />
      <ClearReturnTarget />
    </ScreenBoundary>
  );
}

/** Redirects a signed-out user. After an expired session or a deep link, the next sign-in returns to this page. */
function RedirectSignedOut({ reason, uid }: Extract<SessionState, { status: "signed-out" }>) {
  const { pathname, search, hash } = useLocation();
  const to = pathname + search + hash;
  useEffect(() => {
    if (reason === "ended")
      saveReturnTarget({
        to,
        reason,
        uid,
      });
    if (reason === "visitor" && to !== "/home")
      saveReturnTarget({
        to,
        reason: "link",
      });
  }, [reason, uid, to]);
  return <Redirect to="/" />;
}

function ClearReturnTarget() {
  useEffect(clearReturnTarget, []);
  return null;
}

function ScreenBoundary({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={<LoadingScreen />}>
      {children}
      <RouteFocusManager />
    </Suspense>
  );
}

/** After a log-out the next sign-in does not lead back to this page. */
function useClearAfterLogout(): void {
  const { state } = useSession();
  const hasLoggedOut = state.status === "signed-out" && state.reason === "logged-out";
  useEffect(() => {
    if (hasLoggedOut) clearReturnTarget();
  }, [hasLoggedOut]);
}
