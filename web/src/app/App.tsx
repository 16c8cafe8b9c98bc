import { Suspense, useEffect, type ReactNode } from "react";
import { Outlet, Route, Routes, useLocation } from "react-router";
import { forgetSharing } from "#features/active-drivers/sharing-here.ts";
import { CaptchaContainer } from "#shared/captcha/CaptchaContainer.tsx";
import { forgetDrafts } from "#shared/forms/use-draft.ts";
import { forgetPlace, keepPlace, keptPlace } from "#shared/session/return-place.ts";
import { useSession } from "#shared/session/SessionProvider.tsx";
import type { SessionState } from "#shared/session/session.ts";
import { ConnectionBanner } from "#shared/ui/ConnectionBanner.tsx";
import { LoadingScreen } from "#shared/ui/LoadingScreen.tsx";
import { Arrival } from "./Arrival.tsx";
import { Redirect } from "./Redirect.tsx";
import * as screens from "./screens.ts";

/** The routes of the specification's section 2, and who may see which. */
export function App() {
  useForgetAfterLogout();
  return (
    <>
      <CaptchaContainer />
      <Routes>
        <Route element={<ForVisitors />}>
          <Route path="/" element={<screens.Landing />} />
          <Route path="/login" element={<screens.LoginScreen />} />
          <Route path="/register" element={<screens.RegisterScreen />} />
          <Route path="/forgot-password" element={<screens.ForgotPasswordScreen />} />
        </Route>
        <Route element={<ForAll />}>
          <Route path="/privacy-policy" element={<screens.PrivacyPolicy />} />
          <Route path="/terms-of-use" element={<screens.TermsOfUse />} />
          <Route path="/wanted" element={<screens.WantedWaysPage />} />
          <Route path="/verify-email" element={<screens.VerifyEmailScreen />} />
          <Route path="/follow" element={<screens.FollowPage />} />
          <Route path="/trusted-contact" element={<screens.TrustedContactPage />} />
          <Route path="/stop-letters" element={<screens.StopLettersScreen />} />
          <Route path="/undo-email-change" element={<screens.UndoEmailChangeScreen />} />
        </Route>
        <Route element={<ForSignedIn />}>
          <Route path="/home" element={<screens.HomeScreen />} />
          <Route path="/active-drivers" element={<screens.DriversPage />} />
          <Route path="/host" element={<screens.HostPage />} />
          <Route path="/seek" element={<screens.SeekScreen />} />
          <Route path="/saved-searches" element={<screens.SavedSearchesPage />} />
          <Route path="/profile" element={<screens.ProfilePage />} />
          <Route path="/profile/:uid" element={<screens.PublicProfilePage />} />
          <Route path="/rides/:rideId" element={<screens.RidePage />} />
          <Route path="/rides/:rideId/rate" element={<screens.RatePage />} />
          <Route path="/series/:seriesId" element={<screens.SeriesScreen />} />
          <Route path="/requests" element={<screens.RequestsPage />} />
          <Route path="/requests/new" element={<screens.PostRequestPage />} />
          <Route path="/requests/open" element={<screens.OpenRequestsScreen />} />
          <Route path="/requests/:requestId" element={<screens.RequestScreen />} />
          <Route path="/moderation/*" element={<screens.ModerationScreen />} />
          <Route path="/notices" element={<screens.NoticesScreen />} />
        </Route>
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </>
  );
}

/** Pages that make sense only before signing in; a signed-in person is taken to /home, or back to where they were. */
function ForVisitors() {
  const { state } = useSession();
  if (state.status === "signed-in") return <Redirect to={keptPlace(state.user.uid)?.to ?? "/home"} />;
  if (state.status === "loading" && !state.stalled) return <LoadingScreen />;
  return <ForAll />;
}

function ForAll() {
  return (
    <Arriving>
      <ConnectionBanner />
      <Outlet />
    </Arriving>
  );
}

/** Pages behind the sign-in, inside the navigation bar; a visitor is taken to /. */
function ForSignedIn() {
  const { state, retryNow } = useSession();
  if (state.status === "loading") return <LoadingScreen stalled={state.stalled} onRetry={retryNow} />;
  if (state.status === "signed-out") return <Leaving {...state} />;
  return (
    <Arriving>
      <screens.SignedInShell key={state.user.uid} />
      <Arrived />
    </Arriving>
  );
}

/** The way out. Where a session ended of itself, and where a link led further than to /home, one comes back after signing in. */
function Leaving({ because, uid, message }: Extract<SessionState, { status: "signed-out" }>) {
  const { pathname, search, hash } = useLocation();
  const to = pathname + search + hash;
  useEffect(() => {
    if (because === "ended" || because === "suspended") keepPlace({ to, because, uid, message });
    if (because === "nobody" && to !== "/home") keepPlace({ to, because: "link" });
  }, [because, uid, message, to]);
  return <Redirect to="/" />;
}

function Arrived() {
  useEffect(forgetPlace, []);
  return null;
}

/** Any path that does not exist. */
function Elsewhere() {
  const { state, retryNow } = useSession();
  if (state.status === "loading") return <LoadingScreen stalled={state.stalled} onRetry={retryNow} />;
  return <Redirect to={state.status === "signed-in" ? "/home" : "/"} />;
}

function Arriving({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={<LoadingScreen />}>
      {children}
      <Arrival />
    </Suspense>
  );
}

/** Whoever logs out leaves nothing of theirs to the next person in this tab. */
function useForgetAfterLogout(): void {
  const { state } = useSession();
  const left = state.status === "signed-out" && state.because === "left";
  useEffect(() => {
    if (!left) return;
    forgetPlace();
    forgetDrafts();
    forgetSharing();
  }, [left]);
}
