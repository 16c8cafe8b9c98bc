import type { Session as OpenSession } from "@commonlane/contract/identity";
import { isPassing } from "../api-error.ts";
import { log } from "../log.ts";
import { lifetimeMs, renewDelayMs, retryDelayMs } from "./renewal.ts";
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

export type SessionState =
  /** `stalled` says that the server has not answered so far. */
  | { status: "loading"; stalled: boolean }
  /** `ended` says that a session was there and the server no longer honours it. */
  | { status: "signed-out"; ended: boolean }
  | { status: "signed-in"; user: SessionUser };

/** Everything a session touches outside itself, so that tests hold the clock and the wire. */
export interface SessionWorld {
  refresh: () => Promise<OpenSession>;
  signIn: (email: string, password: string) => Promise<OpenSession>;
  signOut: () => Promise<unknown>;
  loadProfile: (idToken: string) => Promise<Partial<SessionUser>>;
  /** Whether this browser may hold a session: remembered across reloads, never the session itself. */
  hint: { read: () => "open" | "closing" | null; write: (hint: "open" | "closing" | null) => void };
  /** The other tabs of this browser. */
  tabs: { tell: (news: TabNews) => void; listen: (hear: (news: TabNews) => void) => void };
  now: () => number;
  after: (ms: number, run: () => void) => () => void;
}
export type TabNews = "signed-in" | "signed-out";

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

interface Held {
  idToken: string;
  goodUntil: number;
}

const noProfile = { phone: null, phoneVerified: false, firstName: null, lastName: null, gender: null, photo: null };

/** One browser's session. The ID token lives in this object only; the refresh token is a cookie that no script can read. */
export const createSession = (world: SessionWorld): Session => new BrowserSession(world);

class BrowserSession implements Session {
  readonly #world: SessionWorld;
  #state: SessionState = { status: "loading", stalled: false };
  #held: Held | undefined;
  #failures = 0;
  /** Counts sign-ins and sign-outs: an answer that belongs to an earlier one is dropped. */
  #era = 0;
  #cancelTimer: (() => void) | undefined;
  #renewing: Promise<string | undefined> | undefined;
  readonly #subscribers = new Set<() => void>();

  constructor(world: SessionWorld) {
    this.#world = world;
  }

  state = (): SessionState => this.#state;

  subscribe = (changed: () => void): (() => void) => {
    this.#subscribers.add(changed);
    return () => this.#subscribers.delete(changed);
  };

  tokens: TokenSource = {
    peek: () => this.#held?.idToken,
    fresh: () => {
      const held = this.#held;
      return held && this.#world.now() < held.goodUntil ? Promise.resolve(held.idToken) : this.tokens.renew();
    },
    renew: () => (this.#state.status === "signed-out" ? Promise.resolve(undefined) : this.#renew()),
  };

  start = (): void => {
    this.#world.tabs.listen((news) => {
      const out = this.#state.status === "signed-out";
      if (news === "signed-out" && !out) this.#drop(false);
      if (news === "signed-in" && out) void this.#renew();
    });
    const hint = this.#world.hint.read();
    if (hint === "open") void this.#renew();
    else this.#set({ status: "signed-out", ended: false });
    if (hint === "closing") void this.#close();
  };

  signIn = async (email: string, password: string): Promise<void> => {
    const opened = await this.#world.signIn(email, password);
    this.#era++;
    void this.#adopt(opened);
    this.#world.tabs.tell("signed-in");
  };

  signOut = (): Promise<void> => {
    this.#drop(false);
    this.#world.tabs.tell("signed-out");
    return this.#close();
  };

  retryNow = (): void => {
    this.#cancelTimer?.();
    void this.#renew();
  };

  mergeUser = (change: Partial<SessionUser>): void => {
    if (this.#state.status === "signed-in")
      this.#set({ status: "signed-in", user: { ...this.#state.user, ...change } });
  };

  #set(next: SessionState): void {
    this.#state = next;
    for (const changed of this.#subscribers) changed();
  }

  #plan(ms: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#world.after(ms, () => void this.#renew());
  }

  #drop(ended: boolean): void {
    this.#era++;
    this.#cancelTimer?.();
    this.#held = undefined;
    this.#failures = 0;
    this.#set({ status: "signed-out", ended });
  }

  async #adopt(opened: OpenSession): Promise<void> {
    const life = lifetimeMs(opened.idToken, opened.expiresAt, this.#world.now());
    this.#held = { idToken: opened.idToken, goodUntil: this.#world.now() + life };
    this.#failures = 0;
    this.#world.hint.write("open");
    this.#plan(renewDelayMs(life));
    if (this.#state.status === "signed-in" && this.#state.user.uid === opened.user.uid) return;
    const era = this.#era;
    this.#set({ status: "signed-in", user: { ...noProfile, ...opened.user } });
    const profile = await this.#world.loadProfile(opened.idToken).catch((error: unknown) => {
      log.error("profile not loaded", { error });
      return {};
    });
    if (era === this.#era) this.mergeUser(profile);
  }

  #renew(): Promise<string | undefined> {
    this.#renewing ??= this.#askForToken().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #askForToken(): Promise<string | undefined> {
    const era = this.#era;
    try {
      const opened = await this.#world.refresh();
      if (era !== this.#era) return undefined;
      void this.#adopt(opened);
      return opened.idToken;
    } catch (error) {
      if (era === this.#era) this.#afterRefusal(error);
      return undefined;
    }
  }

  #afterRefusal(error: unknown): void {
    if (isPassing(error)) {
      this.#failures++;
      this.#plan(retryDelayMs(this.#failures));
      if (this.#state.status === "loading") this.#set({ status: "loading", stalled: true });
    } else {
      this.#world.hint.write(null);
      this.#drop(this.#state.status !== "signed-out");
    }
  }

  async #close(): Promise<void> {
    const { hint } = this.#world;
    hint.write("closing");
    try {
      await this.#world.signOut();
      if (hint.read() === "closing") hint.write(null);
    } catch (error) {
      // The hint stays: the next start tries again to end the session on the server.
      log.error("sign-out not confirmed", { error });
    }
  }
}
