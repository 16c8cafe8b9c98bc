export { markConfirmedBySignIn } from "./session-proofs.store.ts";
export { createAuthenticator } from "./authenticate.ts";
export { endAllSessions, endSessions, endSessionsById } from "./end-sessions.ts";
export { readRefreshCookie, setSessionCookies } from "./refresh-cookie.ts";
export { openSession, refreshIdToken } from "./sessions.ts";
