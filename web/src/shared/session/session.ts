import type { Session as OpenSession } from "@commonlane/contract/accounts";
import type { TokenSource } from "./token-source.ts";

/** The signed-in person as the product holds them: the token's fields, and the profile's once the backend gave them. */
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
  /** The address of the photo. */
  photo: string | null;
}

/** Why nobody is signed in: nobody was, they left, or the server no longer honours the session. */
export type SignOutReason = "visitor" | "logged-out" | "ended" | "suspended";

export type SessionState =
  /** `stalled` says that the server has not answered so far. */
  | { status: "loading"; stalled: boolean }
  /** `uid` is of the person who was signed in before, where that is known; `message` says why their account is suspended. */
  | { status: "signed-out"; reason: SignOutReason; uid: string | undefined; message?: string | undefined }
  | { status: "signed-in"; user: SessionUser };

/** What one tab tells the others. A renewal of one is a renewal of all, and so is a failed one. */
export type TabMessage =
  | { kind: "signed-in" | "renewed"; opened: OpenSession }
  | { kind: "unreachable" }
  | { kind: "signed-out"; reason: SignOutReason; message?: string | undefined };

/** Everything a session touches outside itself, so that tests hold the clock and the wire. */
export interface SessionEnvironment {
  refresh: () => Promise<OpenSession>;
  signIn: (email: string, password: string) => Promise<OpenSession>;
  signOut: () => Promise<unknown>;
  loadProfile: (idToken: string) => Promise<Partial<SessionUser>>;
  /** Whether this browser may hold a session: remembered across reloads, never the session itself. */
  hint: { read: () => "open" | "closing" | null; write: (hint: "open" | "closing" | null) => void };
  /** Who was signed in last, for a start without a network; forgetting takes along all they kept on this device. */
  lastUser: { read: () => SessionUser | undefined; write: (user: SessionUser) => void; forget: () => void };
  /** Whether the server is out of reach. */
  isOffline: () => boolean;
  /** The other tabs of this browser. */
  tabs: { send: (tabMessage: TabMessage) => void; listen: (listener: (tabMessage: TabMessage) => void) => void };
  /** Runs one thing at a time over all tabs. */
  runExclusive: <T>(run: () => Promise<T>) => Promise<T>;
  /** Tells each time that the server is out of reach from then on, or is reached again. */
  onOfflineChange: (listener: (isOffline: boolean) => void) => void;
  now: () => number;
  schedule: (ms: number, run: () => void) => () => void;
}

export interface Session {
  state: () => SessionState;
  subscribe: (changed: () => void) => () => void;
  tokens: TokenSource;
  /** Looks for a session to go on with; to be called once. */
  start: () => void;
  signIn: (email: string, password: string) => Promise<void>;
  signOut: () => Promise<void>;
  /** Asks the server at once, instead of at the next planned time. */
  retryNow: () => void;
  /** Takes over what a changed profile says. */
  mergeUser: (change: Partial<SessionUser>) => void;
}
