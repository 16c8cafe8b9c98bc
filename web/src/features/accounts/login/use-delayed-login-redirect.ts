import { useEffect } from "react";
import { useNavigate } from "react-router";

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
