import { useLingui } from "@lingui/react/macro";
import { Suspense, useEffect, type ReactNode } from "react";
import { Navigate, Outlet, Route, Routes } from "react-router";
import { useSession } from "#shared/session/SessionProvider.tsx";
import { LoadingScreen } from "#shared/ui/LoadingScreen.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { Arrival } from "./Arrival.tsx";
import * as screens from "./screens.ts";

/** The routes of the specification's section 2, and who may see which. */
export function App() {
  useSayThatSessionEnded();
  return (
    <>
      <div id="captcha-container" className="sr-only" aria-hidden="true" />
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
          <Route path="/verify-email" element={<screens.VerifyEmailScreen />} />
          <Route path="/undo-email-change" element={<screens.UndoEmailChangeScreen />} />
        </Route>
        <Route element={<ForSignedIn />}>
          <Route path="/home" element={<screens.HomeScreen />} />
          <Route path="/active-drivers" element={<screens.DriversScreen />} />
          <Route path="/host" element={<screens.HostPage />} />
          <Route path="/seek" element={<screens.SeekScreen />} />
          <Route path="/profile" element={<screens.ProfileScreen />} />
          <Route path="/profile/:uid" element={<screens.PublicProfileScreen />} />
          <Route path="/rides/:rideId" element={<screens.RidePage />} />
          <Route path="/requests" element={<screens.RequestsScreen />} />
        </Route>
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </>
  );
}

/** Pages that make sense only before signing in; a signed-in person is taken to /home. */
function ForVisitors() {
  const { state } = useSession();
  if (state.status === "signed-in") return <Navigate to="/home" replace />;
  if (state.status === "loading" && !state.stalled) return <LoadingScreen />;
  return <ForAll />;
}

function ForAll() {
  return (
    <Arriving>
      <Outlet />
    </Arriving>
  );
}

/** Pages behind the sign-in, inside the navigation bar; a visitor is taken to /. */
function ForSignedIn() {
  const { state, retryNow } = useSession();
  if (state.status === "loading") return <LoadingScreen stalled={state.stalled} onRetry={retryNow} />;
  if (state.status === "signed-out") return <Navigate to="/" replace />;
  return (
    <Arriving>
      <screens.SignedInShell />
    </Arriving>
  );
}

/** Any path that does not exist. */
function Elsewhere() {
  const { state, retryNow } = useSession();
  if (state.status === "loading") return <LoadingScreen stalled={state.stalled} onRetry={retryNow} />;
  return <Navigate to={state.status === "signed-in" ? "/home" : "/"} replace />;
}

function Arriving({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={<LoadingScreen />}>
      {children}
      <Arrival />
    </Suspense>
  );
}

function useSayThatSessionEnded(): void {
  const { t } = useLingui();
  const toast = useToast();
  const { state } = useSession();
  const ended = state.status === "signed-out" && state.ended;
  useEffect(() => {
    if (ended) toast({ message: t`Your session has ended. Please sign in again.`, type: "warning", durationMs: 6000 });
  }, [ended, toast, t]);
}
