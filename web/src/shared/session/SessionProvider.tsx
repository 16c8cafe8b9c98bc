import { createContext, use, useSyncExternalStore, type ReactNode } from "react";
import type { Session, SessionState, SessionUser } from "./session.ts";

const SessionContext = createContext<Session | undefined>(undefined);

/** Hands the app's one session to everything below. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export interface SessionView {
  state: SessionState;
  /** The signed-in person, if there is one. */
  user: SessionUser | undefined;
  signIn: Session["signIn"];
  signOut: Session["signOut"];
  retryNow: Session["retryNow"];
  mergeUser: Session["mergeUser"];
}

/** The session as it stands, and what can be done with it. Throws outside its provider. */
export function useSession(): SessionView {
  const session = use(SessionContext);
  if (!session) throw new Error("useSession needs a SessionProvider above it.");
  const state = useSyncExternalStore(session.subscribe, session.state, session.state);
  const { signIn, signOut, retryNow, mergeUser } = session;
  return { state, user: state.status === "signed-in" ? state.user : undefined, signIn, signOut, retryNow, mergeUser };
}

/** The signed-in person; throws 'No authenticated user' when nobody is. For screens behind the sign-in. */
export function useUser(): SessionUser {
  const { user } = useSession();
  if (!user) throw new Error("No authenticated user");
  return user;
}
