import type { Session as OpenSession } from "@commonlane/contract/identity";
import { type ApiError, isRefusal, networkError } from "../api-error.ts";
import { log } from "../log.ts";
import { lifetimeMs, renewDelayMs, retryDelayMs } from "./renewal.ts";
import type { Session, SessionState, SessionUser, SessionWorld, TabNews, WhySignedOut } from "./session.ts";
import type { TokenSource } from "./token-source.ts";

interface Held {
  idToken: string;
  goodUntil: number;
}

const noProfile = { phone: null, phoneVerified: false, firstName: null, lastName: null, gender: null, photo: null };
/** A tab lets the next one go on only when its news have had time to get there: they and the lock travel by different ways. */
const NEWS_TRAVEL_MS = 100;

/** One browser's session. The ID token lives in this object only; the refresh token is a cookie that no script can read. */
export const createSession = (world: SessionWorld): Session => new BrowserSession(world);

class BrowserSession implements Session {
  readonly #world: SessionWorld;
  #state: SessionState = { status: "loading", stalled: false };
  #held: Held | undefined;
  #failures = 0;
  /** Counts sign-ins and sign-outs: an answer that belongs to an earlier one is dropped. */
  #era = 0;
  /** Whoever is shown as signed in was last time, and the server was not asked yet. */
  #unasked = false;
  /** Counts what other tabs told of their renewals. */
  #heard = 0;
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
    const { hint, tabs, onOffline } = this.#world;
    tabs.listen((news) => this.#hear(news));
    onOffline((isOffline) => {
      if (this.#failures === 0) return;
      if (isOffline) this.#showLast();
      else this.retryNow();
    });
    const kept = hint.read();
    if (kept === "open") this.#renewSoon();
    else this.#set({ status: "signed-out", because: "nobody", uid: undefined });
    if (kept === "closing") void this.#close();
  };

  signIn = async (email: string, password: string): Promise<void> => {
    await this.#world.inTurn(async () => {
      const opened = await this.#world.signIn(email, password);
      this.#era++;
      void this.#adopt(opened);
      this.#world.tabs.tell({ kind: "signed-in", opened });
    });
  };

  signOut = (): Promise<void> => {
    this.#drop("left");
    this.#world.tabs.tell({ kind: "signed-out", because: "left" });
    return this.#close();
  };

  retryNow = (): void => {
    if (this.#state.status === "signed-out") return;
    this.#cancelTimer?.();
    this.#renewSoon();
  };

  mergeUser = (change: Partial<SessionUser>): void => {
    if (this.#state.status === "signed-in")
      this.#set({ status: "signed-in", user: { ...this.#state.user, ...change } });
  };

  #hear(news: TabNews): void {
    const out = this.#state.status === "signed-out";
    if (news.kind === "signed-out") {
      if (!out) this.#drop(news.because, news.message);
    } else if (news.kind === "signed-in") {
      this.#era++;
      void this.#adopt(news.opened);
    } else if (!out) {
      this.#heard++;
      if (news.kind === "renewed") void this.#adopt(news.opened);
      else this.#tryLater();
    }
  }

  #set(next: SessionState): void {
    this.#state = next;
    if (next.status === "signed-in") this.#world.lastUser.write(next.user);
    for (const changed of this.#subscribers) changed();
  }

  #plan(ms: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#world.after(ms, () => this.#renewSoon());
  }

  #drop(because: WhySignedOut, message?: string): void {
    const uid = this.#state.status === "signed-in" ? this.#state.user.uid : undefined;
    this.#era++;
    this.#cancelTimer?.();
    this.#held = undefined;
    this.#failures = 0;
    this.#unasked = false;
    this.#world.lastUser.forget();
    this.#set({ status: "signed-out", because, uid, ...(message !== undefined && { message }) });
  }

  async #adopt(opened: OpenSession): Promise<void> {
    const life = lifetimeMs(opened.idToken, opened.expiresAt, this.#world.now());
    this.#held = { idToken: opened.idToken, goodUntil: this.#world.now() + life };
    this.#failures = 0;
    this.#world.hint.write("open");
    this.#plan(renewDelayMs(life));
    const before = this.#state.status === "signed-in" && this.#state.user.uid === opened.user.uid && this.#state.user;
    if (before && !this.#unasked) return this.mergeUser(opened.user);
    this.#unasked = false;
    const era = this.#era;
    this.#set({ status: "signed-in", user: { ...noProfile, ...before, ...opened.user } });
    const profile = await this.#world.loadProfile(opened.idToken).catch((error: unknown) => {
      log.error("profile not loaded", { error });
      return {};
    });
    if (era === this.#era) this.mergeUser(profile);
  }

  /** For when nobody waits for the token; what went wrong is in the state then, and the next try is planned. */
  #renewSoon(): void {
    this.#renew().catch(() => {});
  }

  /** Nothing when the session is over; throws when the server cannot be asked just now. */
  #renew(): Promise<string | undefined> {
    this.#renewing ??= this.#askForToken().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  #askForToken(): Promise<string | undefined> {
    const [era, heard] = [this.#era, this.#heard];
    const { inTurn, after } = this.#world;
    return new Promise((resolve, reject) => {
      const turn = async () => {
        // What another tab has tried meanwhile, with or without success, is not tried again.
        if (era !== this.#era || heard !== this.#heard) return resolve(this.#tokenAsHeard());
        await this.#ask(era).then(resolve, reject);
        await new Promise<void>((heardByAll) => after(NEWS_TRAVEL_MS, heardByAll));
      };
      inTurn(turn).catch(reject);
    });
  }

  async #ask(era: number): Promise<string | undefined> {
    try {
      const opened = await this.#world.refresh();
      if (era !== this.#era) return undefined;
      void this.#adopt(opened);
      this.#world.tabs.tell({ kind: "renewed", opened });
      return opened.idToken;
    } catch (error) {
      if (era === this.#era) this.#afterFailure(error);
      return undefined;
    }
  }

  #tokenAsHeard(): string | undefined {
    const held = this.#held;
    if (held && this.#world.now() < held.goodUntil) return held.idToken;
    if (this.#state.status === "signed-out") return undefined;
    throw networkError();
  }

  #afterFailure(error: unknown): void {
    if (!endsSession(error)) {
      this.#tryLater();
      this.#world.tabs.tell({ kind: "unreachable" });
      throw error;
    }
    this.#world.hint.write(null);
    const suspended = error.code === "account_suspended";
    const [because, message] = suspended ? (["suspended", error.message] as const) : (["ended"] as const);
    this.#drop(because, message);
    this.#world.tabs.tell({ kind: "signed-out", because, ...(suspended && { message }) });
  }

  #tryLater(): void {
    this.#failures++;
    this.#plan(retryDelayMs(this.#failures));
    if (this.#state.status !== "loading") return;
    this.#set({ status: "loading", stalled: true });
    if (this.#world.offline()) this.#showLast();
  }

  /** Whoever was signed in here last reads what was kept on the device, until the server can be asked. */
  #showLast(): void {
    const user = this.#state.status === "loading" ? this.#world.lastUser.read() : undefined;
    if (!user) return;
    this.#unasked = true;
    this.#set({ status: "signed-in", user });
  }

  async #close(): Promise<void> {
    const { hint } = this.#world;
    hint.write("closing");
    try {
      await this.#world.inTurn(() => this.#world.signOut());
      if (hint.read() === "closing") hint.write(null);
    } catch (error) {
      // The hint stays: the next start tries again to end the session on the server.
      log.error("sign-out not confirmed", { error });
    }
  }
}

/** Only the server's own word ends a session: not silence, its own trouble, or what a hotel's network answers in its place. */
const endsSession = (error: unknown): error is ApiError => isRefusal(error) && error.code !== "unexpected";
