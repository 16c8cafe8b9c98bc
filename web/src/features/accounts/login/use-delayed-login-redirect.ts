import { useEffect } from "react";
import { useNavigate } from "react-router";

/** After a registration or a new password, and after an e-mail was verified. */
export const LOGIN_REDIRECT_MS = 2000;
export const LOGIN_REDIRECT_AFTER_VERIFICATION_MS = 3000;

/** Goes to /login in a while, and has it say `message`. */
export function useDelayedLoginRedirect(afterMs: number, message?: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    const state = message === undefined ? undefined : { message };
    const timer = setTimeout(() => void navigate("/login", { state }), afterMs);
    return () => clearTimeout(timer);
  }, [navigate, afterMs, message]);
}
