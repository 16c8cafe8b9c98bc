import { useLocation, useNavigate } from "react-router";
import { useEffect } from "react";
import { loadChunk } from "#shared/load-chunk.ts";

/** Loads what only people without access to their account need: codes, new passwords, verification. */
export function loadRecovery() {
  return loadChunk("recovery", () => import("./account-recovery.ts"));
}

/**
 * Current step of a two-step page. Stored in the browser history: Back returns to the first step, and a reload stays.
 */
export function useCodeStep() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const location = { pathname, search };
  return {
    isCodeStep: isCodeStepState(state),
    goToCodeStep: () => void navigate(location, { state: { step: "code" } }),
    goBack: () => void navigate(-1),
    /** Removes the step from the history once the code is used. */
    leaveCodeStep: () => void navigate(location, { replace: true }),
  };
}

const isCodeStepState = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "step" in state && state.step === "code";

/** Delay after a registration or a password reset, and after an e-mail verification. */
export const LOGIN_REDIRECT_MS = 2000;
export const LOGIN_REDIRECT_AFTER_VERIFICATION_MS = 3000;

/** Redirects to /login after a delay and shows `message` there. */
export function useDelayedLoginRedirect(afterMs: number, message?: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    const state = message === undefined ? undefined : { message };
    const timer = setTimeout(() => void navigate("/login", { state }), afterMs);
    return () => clearTimeout(timer);
  }, [navigate, afterMs, message]);
}
