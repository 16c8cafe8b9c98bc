import { useLocation } from "react-router";

/**
 * Moves the token of a link from the URL to the history state before any other request, so that it appears in no
 * history, log or referrer. React Router finds it there, also after a reload.
 */
export function hideLinkToken(): void {
  const token = new URLSearchParams(location.search).get("token");
  if (token) history.replaceState({ usr: { token } }, "", location.pathname);
}

/** The token that the page was opened with. */
export function useLinkToken(): string | null {
  const state: { token?: unknown } | null = useLocation().state;
  return typeof state?.token === "string" ? state.token : null;
}
