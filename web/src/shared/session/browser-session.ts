import type { Session as OpenSession } from "@commonlane/contract/accounts";
import { type ApiError, isRefusal, networkError } from "../api/api-error.ts";
import { log } from "../log.ts";
import { lifetimeMs, renewDelayMs, retryDelayMs } from "./token-renewal.ts";
import type {
  Session,
  SessionState,
  SessionUser,
  SessionEnvironment,
  TabMessage,
  SignOutReason,
} from "./session.ts";
import type { TokenSource } from "./token-source.ts";

interface CurrentToken {
  idToken: string;
  validUntil: number;
}

const noProfile = {
  phone: null,
  phoneVerified: false,
  firstName: null,
  lastName: null,
  gender: null,
  photo: null,
  timeZone: null,
};
/** A tab releases the lock only after its messages have had time to arrive: messages and locks are not ordered. */
const TAB_MESSAGE_DELAY_MS = 100;

/** The session of one browser. The ID token exists only in this object; the refresh token is an HttpOnly cookie. */
export const createSession = (environment: SessionEnvironment): Session =>
  new BrowserSession(environment);

class BrowserSession implements Session {
  readonly #environment: SessionEnvironment;
  #state: SessionState = { status: "loading", stalled: false };
  #token: CurrentToken | undefined;
  #failures = 0;
  /** Incremented on every sign-in and sign-out: replies for an earlier generation are dropped. */
  #generation = 0;
  /** The last user is shown as signed in, but the server has not confirmed it yet. */
  #isUnconfirmed = false;
  /** Number of renewals announced by other tabs. */
  #renewalsHeard = 0;
  #cancelTimer: (() => void) | undefined;
  #renewing: Promise<string | undefined> | undefined;
  readonly #subscribers = new Set<() => void>();

  constructor(environment: SessionEnvironment) {
    this.#environment = environment;
  }

  state = (): SessionState => this.#state;

  subscribe = (changed: () => void): (() => void) => {
    this.#subscribers.add(changed);
    return () => this.#subscribers.delete(changed);
  };

  tokens: TokenSource = {
    peek: () => this.#token?.idToken,
    fresh: () => {
      const token = this.#token;
      return token && this.#environment.now() < token.validUntil
        ? Promise.resolve(token.idToken)
        : this.tokens.renew();
    },
    renew: () => (this.#state.status === "signed-out" ? Promise.resolve(undefined) : this.#renew()),
  };

  start = (): void => {
    const { hint, tabs, onOfflineChange } = this.#environment;
    tabs.listen((tabMessage) => this.#receive(tabMessage));
    onOfflineChange((isOffline) => {
      if (this.#failures === 0) return;
      if (isOffline) this.#showLastUser();
      else this.retryNow();
    });
    const hintAtStart = hint.read();
    if (hintAtStart === "open") this.#renewSoon();
    else
      this.#set({
        status: "signed-out",
        reason: "visitor",
        uid: undefined,
      });
    if (hintAtStart === "closing") void this.#close();
  };

  signIn = (...credentials: Parameters<Session["signIn"]>): Promise<void> =>
    this.signInWith(() => this.#environment.signIn(...credentials));

  signInWith = async (open: () => Promise<OpenSession | null>): Promise<void> => {
    await this.#environment.runExclusive(async () => {
      const opened = await open();
      if (!opened) return;
      this.#generation++;
      void this.#adopt(opened);
      this.#environment.tabs.send({ kind: "signed-in", opened });
    });
  };

  signOut = (): Promise<void> => {
    const idToken = this.#token?.idToken;
    this.#signOutLocally("logged-out");
    this.#environment.tabs.send({ kind: "signed-out", reason: "logged-out" });
    return this.#close(idToken);
  };

  retryNow = (): void => {
    if (this.#state.status === "signed-out") return;
    this.#cancelTimer?.();
    this.#renewSoon();
  };

  mergeUser = (change: Partial<SessionUser>): void => {
    if (this.#state.status === "signed-in")
      this.#set({
        status: "signed-in",
        user: { ...this.#state.user, ...change },
      });
  };

  #receive(tabMessage: TabMessage): void {
    const isSignedOut = this.#state.status === "signed-out";
    if (tabMessage.kind === "signed-out") {
      if (!isSignedOut) this.#signOutLocally(tabMessage.reason, tabMessage.message);
    } else if (tabMessage.kind === "signed-in") {
      this.#generation++;
      void this.#adopt(tabMessage.opened);
    } else if (!isSignedOut) {
      this.#renewalsHeard++;
      if (tabMessage.kind === "renewed") void this.#adopt(tabMessage.opened);
      else this.#tryLater();
    }
  }

  #set(next: SessionState): void {
    this.#state = next;
    if (next.status === "signed-in") this.#environment.lastUser.write(next.user);
    for (const changed of this.#subscribers) changed();
  }

  #scheduleRenewal(ms: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#environment.schedule(ms, () => this.#renewSoon());
  }

  #signOutLocally(reason: SignOutReason, message?: string): void {
    const uid = this.#state.status === "signed-in" ? this.#state.user.uid : undefined;
    this.#generation++;
    this.#cancelTimer?.();
    this.#token = undefined;
    this.#failures = 0;
    this.#isUnconfirmed = false;
    const { lastUser } = this.#environment;
    lastUser.forget(reason === "logged-out" ? undefined : (uid ?? lastUser.read()?.uid));
    this.#set({
      status: "signed-out",
      reason,
      uid,
      ...(message !== undefined && { message }),
    });
  }

  async #adopt(opened: OpenSession): Promise<void> {
    const lifetime = lifetimeMs(opened.idToken, opened.expiresAt, this.#environment.now());
    this.#token = {
      idToken: opened.idToken,
      validUntil: this.#environment.now() + lifetime,
    };
    this.#failures = 0;
    this.#environment.hint.write("open");
    this.#scheduleRenewal(renewDelayMs(lifetime));
    const before =
      this.#state.status === "signed-in" &&
      this.#state.user.uid === opened.user.uid &&
      this.#state.user;
    if (before && !this.#isUnconfirmed) return this.mergeUser(opened.user);
    // What is shown without the server may be older; the first connection then reloads it.
    if (opened.liveSeq !== undefined && !this.#isUnconfirmed)
      void this.#environment.startLiveEvents(opened.user.uid, opened.liveSeq);
    this.#isUnconfirmed = false;
    const generation = this.#generation;
    this.#set({
      status: "signed-in",
      user: {
        ...noProfile,
        ...before,
        ...opened.user,
      },
    });
    const profile = await this.#environment.loadProfile(opened.idToken).catch((error: unknown) => {
      log.error("profile not loaded", { error });
      return {};
    });
    if (generation === this.#generation) this.mergeUser(profile);
  }

  /** Renews without a waiting caller; an error is in the state, and the next attempt is scheduled. */
  #renewSoon(): void {
    this.#renew().catch(() => {});
  }

  /** Resolves to undefined if the session is over; throws if the server is unavailable. */
  #renew(): Promise<string | undefined> {
    this.#renewing ??= this.#requestTokenExclusively().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  #requestTokenExclusively(): Promise<string | undefined> {
    const generation = this.#generation;
    const renewalsHeard = this.#renewalsHeard;
    const { runExclusive, schedule } = this.#environment;
    return new Promise((resolve, reject) => {
      const renewInTurn = async () => {
        // Another tab has tried in the meantime, successfully or not, so this one does not.
        if (generation !== this.#generation || renewalsHeard !== this.#renewalsHeard)
          return resolve(this.#tokenFromOtherTab());
        await this.#requestToken(generation).then(resolve, reject);
        await new Promise<void>((resolveLater) => schedule(TAB_MESSAGE_DELAY_MS, resolveLater));
      };
      runExclusive(renewInTurn).catch(reject);
    });
  }

  async #requestToken(generation: number): Promise<string | undefined> {
    try {
      const opened = await this.#environment.refresh();
      if (generation !== this.#generation) return undefined;
      void this.#adopt(opened);
      this.#environment.tabs.send({ kind: "renewed", opened });
      return opened.idToken;
    } catch (error) {
      if (generation === this.#generation) this.#afterFailure(error);
      return undefined;
    }
  }

  #tokenFromOtherTab(): string | undefined {
    const token = this.#token;
    if (token && this.#environment.now() < token.validUntil) return token.idToken;
    if (this.#state.status === "signed-out") return undefined;
    throw networkError();
  }

  #afterFailure(error: unknown): void {
    if (!endsSession(error)) {
      this.#tryLater();
      this.#environment.tabs.send({ kind: "unreachable" });
      throw error;
    }
    this.#environment.hint.write(null);
    const isSuspended = error.code === "account_suspended";
    const reason = isSuspended ? "suspended" : "ended";
    const message = isSuspended ? error.message : undefined;
    this.#signOutLocally(reason, message);
    this.#environment.tabs.send({ kind: "signed-out", reason, message });
  }

  #tryLater(): void {
    this.#failures++;
    this.#scheduleRenewal(retryDelayMs(this.#failures));
    if (this.#state.status !== "loading") return;
    this.#set({ status: "loading", stalled: true });
    if (this.#environment.isOffline()) this.#showLastUser();
  }

  /** Shows the last user's data stored on this device until the server is reachable. */
  #showLastUser(): void {
    const user = this.#state.status === "loading" ? this.#environment.lastUser.read() : undefined;
    if (!user) return;
    this.#isUnconfirmed = true;
    this.#set({ status: "signed-in", user });
  }

  async #close(idToken?: string): Promise<void> {
    const { hint } = this.#environment;
    hint.write("closing");
    try {
      await this.#environment.runExclusive(() => this.#environment.signOut(idToken));
      if (hint.read() === "closing") hint.write(null);
    } catch (error) {
      // The hint stays: the next start tries again to end the session on the server.
      log.error("sign-out not confirmed", { error });
    }
  }
}

/** Only an explicit reply from the server ends a session: not a timeout, a server error or a captive portal. */
const endsSession = (error: unknown): error is ApiError =>
  isRefusal(error) && error.code !== "unexpected";
