import { useLocation } from "react-router";

/**
 * Takes the token of a link out of the address before anything else is asked for, so that it stands in no history and no
 * log. It stays in the state of this entry of the history, where React Router finds it, also after a reload.
 */
export function hideLinkToken(): void {
  const token = new URLSearchParams(location.search).get("token");
  if (token) history.replaceState({ usr: { token } }, "", location.pathname);
}

/** The token that the address had when the page was opened. */
export function useLinkToken(): string | null {
  const state: { token?: unknown } | null = useLocation().state;
  return typeof state?.token === "string" ? state.token : null;
}
