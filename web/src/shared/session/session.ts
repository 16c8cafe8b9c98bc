import type { Session as OpenSession } from "@commonlane/contract/accounts";
import type { Profile } from "@commonlane/contract/profiles";
import { createPersonalObservable } from "../observable.ts";
import type { TokenSource } from "./token-source.ts";

/** Here, because the first script of a page sets it: what formats with it is loaded later. */
const timeZone = createPersonalObservable<string | null>(null);

/** Sets the user's time zone; null for the device's. */
export const setUserTimeZone = timeZone.set;

/** The time zone that the user chose; null for the device's. */
export const getChosenTimeZone = timeZone.get;

/** The signed-in user: fields of the token, plus those of the profile once loaded. */
export interface SessionUser {
  uid: string;
  email: string;
  displayName: string | null;
  emailVerified: boolean;
  phone: string | null;
  phoneVerified: boolean;
  firstName: string | null;
  lastName: string | null;
  gender: string | null;
  /** URL of the photo. */
  photo: string | null;
  /** Chosen by the user; null for that of the device. */
  timeZone: string | null;
}

/** What a profile says of the signed-in user. */
export const toSessionUser = ({
  displayName,
  emailVerified,
  phone,
  phoneVerified,
  firstName,
  lastName,
  gender,
  photo,
  timeZone,
}: Profile): Omit<SessionUser, "uid" | "email"> => ({
  displayName,
  emailVerified,
  phone,
  phoneVerified,
  firstName,
  lastName,
  gender,
  photo,
  timeZone,
});

/** Why no user is signed in: never signed in, logged out, or the server ended the session. */
export type SignOutReason = "visitor" | "logged-out" | "ended" | "suspended";

export type SessionState =
  /** `stalled`: the server has not answered so far. */
  | { status: "loading"; stalled: boolean }
  /** `uid`: user who was signed in before, if known; `message`: reason of a suspension. */
  | {
      status: "signed-out";
      reason: SignOutReason;
      uid: string | undefined;
      message?: string | undefined;
    }
  | { status: "signed-in"; user: SessionUser };

/** Messages between tabs. A renewal in one tab counts for all, and so does a failed one. */
export type TabMessage =
  | {
      kind: "signed-in" | "renewed";
      opened: OpenSession;
    }
  | { kind: "unreachable" }
  | {
      kind: "signed-out";
      reason: SignOutReason;
      message?: string | undefined;
    };

/** Everything outside the session, so that tests control clock and network. */
export interface SessionEnvironment {
  refresh: () => Promise<OpenSession>;
  signIn: (email: string, password: string, code?: string) => Promise<OpenSession>;
  /** With the last ID token, if there is one: it ends the session even if another party has renewed the cookie. */
  signOut: (idToken: string | undefined) => Promise<unknown>;
  loadProfile: (idToken: string) => Promise<Partial<SessionUser>>;
  /** Whether this browser may have a session; stored across reloads, without the session itself. */
  hint: {
    read: () => "open" | "closing" | null;
    write: (hint: "open" | "closing" | null) => void;
  };
  /**
   * Last signed-in user, for a start without a network. `forget` removes all of the user's data on this device; with the
   * uid of a user who did not sign out, what they had typed comes back when they sign in on the same page.
   */
  lastUser: {
    read: () => SessionUser | undefined;
    write: (user: SessionUser) => void;
    forget: (uid?: string) => void;
  };
  /** Notes where the live events of a user begin who has just signed in; the first position noted in a tab stays. */
  startLiveEvents: (uid: string, seq: string) => Promise<void>;
  /** True if the server is unreachable. */
  isOffline: () => boolean;
  /** Other tabs of this browser. */
  tabs: {
    send: (tabMessage: TabMessage) => void;
    listen: (listener: (tabMessage: TabMessage) => void) => void;
  };
  /** Runs one function at a time across all tabs. */
  runExclusive: <T>(run: () => Promise<T>) => Promise<T>;
  /** Calls the listener whenever the server becomes unreachable or reachable. */
  onOfflineChange: (listener: (isOffline: boolean) => void) => void;
  now: () => number;
  schedule: (ms: number, run: () => void) => () => void;
}

export interface Session {
  state: () => SessionState;
  subscribe: (changed: () => void) => () => void;
  tokens: TokenSource;
  /** Looks for an existing session; call once. */
  start: () => void;
  /** `code`: of the authenticator app, or a recovery code. */
  signIn: (email: string, password: string, code?: string) => Promise<void>;
  /** The same with another way to open a session, such as a passkey; null if it opened none. */
  signInWith: (open: () => Promise<OpenSession | null>) => Promise<void>;
  signOut: () => Promise<void>;
  /** Asks the server now instead of at the next scheduled time. */
  retryNow: () => void;
  /** Merges fields of a changed profile into the user. */
  mergeUser: (change: Partial<SessionUser>) => void;
}
