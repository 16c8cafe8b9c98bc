import { createContext, use, useSyncExternalStore, type ReactNode } from "react";
import type { Session, SessionState, SessionUser } from "./session.ts";

const SessionContext = createContext<Session | undefined>(undefined);

/** Provides the app's session. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export interface SessionView {
  state: SessionState;
  /** The signed-in user, if any. */
  user: SessionUser | undefined;
  signIn: Session["signIn"];
  signInWith: Session["signInWith"];
  signOut: Session["signOut"];
  retryNow: Session["retryNow"];
  mergeUser: Session["mergeUser"];
}

/** State of the session and its actions. Throws outside its provider. */
export function useSession(): SessionView {
  const session = use(SessionContext);
  if (!session) throw new Error("useSession needs a SessionProvider above it.");
  const state = useSyncExternalStore(session.subscribe, session.state, session.state);
  const { signIn, signInWith, signOut, retryNow, mergeUser } = session;
  const user = state.status === "signed-in" ? state.user : undefined;
  return {
    state,
    user,
    signIn,
    signInWith,
    signOut,
    retryNow,
    mergeUser,
  };
}

/** The signed-in user; throws 'No authenticated user' if there is none. For signed-in screens. */
export function useUser(): SessionUser {
  const { user } = useSession();
  if (!user) throw new Error("No authenticated user");
  return user;
}
