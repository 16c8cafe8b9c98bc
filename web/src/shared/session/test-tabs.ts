import { HOUR_MS } from "@commonlane/contract/durations";
import type { Session as OpenSession } from "@commonlane/contract/identity";
import { vi } from "vitest";
import { createSession } from "./browser-session.ts";
import type { Session, SessionUser, SessionWorld, TabNews } from "./session.ts";

/** Longer than any news travel. */
export const NEWS_MS = 200;
export const lea = { uid: "u1", email: "lea@example.org", emailVerified: true, displayName: "Lea Okafor" };

/** Lets everything that waits for nothing but its turn run. */
export const settle = async (): Promise<void> => {
  for (let i = 0; i < 40; i++) await Promise.resolve();
};

/** What the browser's locks do. */
function oneAtATime(): SessionWorld["inTurn"] {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const turn = last.then(run, run);
    last = turn;
    return turn;
  };
}

/** A clock that is moved by hand. */
function handClock() {
  let now = Date.parse("2026-01-01T00:00:00Z");
  let timers: { at: number; run: () => void }[] = [];
  const after = (ms: number, run: () => void) => {
    const timer = { at: now + ms, run };
    timers.push(timer);
    return () => void (timers = timers.filter((other) => other !== timer));
  };
  /** Time passes, and everything that is due then happens, in order. */
  const pass = async (ms: number) => {
    const until = now + ms;
    await settle();
    for (;;) {
      const [next] = timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
      if (!next) break;
      now = Math.max(now, next.at);
      timers = timers.filter((timer) => timer !== next);
      next.run();
      await settle();
    }
    now = until;
  };
  /** Time passes without a timer going off, as on a closed laptop. */
  const sleep = (ms: number) => void (now += ms);
  return { now: () => now, after, pass, sleep };
}

/** A browser with any number of tabs, whose clock is moved by hand and whose server answers what the test says. */
export function browser(hint: "open" | "closing" | null = "open") {
  const { now, after, pass, sleep } = handClock();
  let kept = hint;
  let serial = 0;
  const ears: ((news: TabNews) => void)[] = [];
  const networks: ((isOffline: boolean) => void)[] = [];
  const told: TabNews[] = [];
  const inTurn = oneAtATime();
  const open = (): OpenSession => ({
    idToken: `token-${++serial}`,
    expiresAt: new Date(now() + HOUR_MS).toISOString(),
    user: lea,
  });
  const calls = {
    refresh: vi.fn<SessionWorld["refresh"]>(async () => open()),
    signIn: vi.fn<SessionWorld["signIn"]>(async () => open()),
    signOut: vi.fn<SessionWorld["signOut"]>(async () => ({ success: true })),
    loadProfile: vi.fn<SessionWorld["loadProfile"]>(async () => ({ firstName: "Lea", phone: "+12025550123" })),
  };
  const hints = { read: () => kept, write: (next: typeof kept) => void (kept = next) };
  const device: { user: SessionUser | undefined } = { user: undefined };
  const network = { offline: false };
  const lastUser: SessionWorld["lastUser"] = {
    read: () => device.user,
    write: (user) => void (device.user = user),
    forget: () => void (device.user = undefined),
  };
  const onOffline: SessionWorld["onOffline"] = (hear) => void networks.push(hear);
  const tab = (): Session => {
    let own: ((news: TabNews) => void) | undefined;
    const tell = (news: TabNews) => {
      told.push(news);
      // News travel for a moment, also when the lock is let go at once.
      for (const ear of ears) if (ear !== own) after(1, () => ear(news));
    };
    const listen = (ear: (news: TabNews) => void) => {
      own = ear;
      ears.push(ear);
    };
    return createSession({
      ...calls,
      hint: hints,
      lastUser,
      offline: () => network.offline,
      tabs: { tell, listen },
      inTurn,
      onOffline,
      now,
      after,
    });
  };
  const networkTurns = async (offline: boolean) => {
    network.offline = offline;
    for (const hear of networks) hear(offline);
    await pass(NEWS_MS);
  };
  const networkIsBack = () => networkTurns(false);
  return { tab, calls, pass, sleep, told, networkIsBack, networkTurns, hint: () => kept, open, device, network };
}

/** A browser with one tab that has found out who is signed in. */
export async function oneTab(hint: "open" | "closing" | null = "open") {
  const all = browser(hint);
  const session = all.tab();
  session.start();
  await all.pass(NEWS_MS);
  return { ...all, session };
}
