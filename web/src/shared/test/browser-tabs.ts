import { HOUR_MS } from "@commonlane/contract/durations";
import type { Session as OpenSession } from "@commonlane/contract/accounts";
import { vi } from "vitest";
import { createSession } from "../session/browser-session.ts";
import type { Session, SessionUser, SessionEnvironment, TabMessage } from "../session/session.ts";

/** Longer than any message between tabs takes. */
export const MESSAGE_DELAY_MS = 200;
export const lea = {
  uid: "u1",
  email: "lea@example.org",
  emailVerified: true,
  displayName: "Lea Okafor",
};

/** Flushes pending promises. */
export const settle = async (): Promise<void> => {
  for (let i = 0; i < 40; i++) await Promise.resolve();
};

/** Emulates the browser's locks. */
function exclusiveRunner(): SessionEnvironment["runExclusive"] {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const result = last.then(run, run);
    last = result;
    return result;
  };
}

/** A clock that the test moves. */
function manualClock() {
  let now = Date.parse("2026-01-01T00:00:00Z");
  let timers: { at: number; run: () => void }[] = [];
  const schedule = (ms: number, run: () => void) => {
    const timer = { at: now + ms, run };
    timers.push(timer);
    return () => void (timers = timers.filter((other) => other !== timer));
  };
  /** Advances time and runs due timers in order. */
  const pass = async (ms: number) => {
    const endMs = now + ms;
    await settle();
    for (;;) {
      const [next] = timers.filter(({ at }) => at <= endMs).toSorted((a, b) => a.at - b.at);
      if (!next) break;
      now = Math.max(now, next.at);
      timers = timers.filter((timer) => timer !== next);
      next.run();
      await settle();
    }
    now = endMs;
  };
  /** Advances time without running timers, like a sleeping laptop. */
  const sleep = (ms: number) => void (now += ms);
  return { now: () => now, schedule, pass, sleep };
}

/** A browser with any number of tabs, a manual clock and a scripted server. */
export function testBrowser(hint: "open" | "closing" | null = "open") {
  const { now, schedule, pass, sleep } = manualClock();
  let storedHint = hint;
  let serial = 0;
  const listeners: ((tabMessage: TabMessage) => void)[] = [];
  const offlineListeners: ((isOffline: boolean) => void)[] = [];
  const messages: TabMessage[] = [];
  const runExclusive = exclusiveRunner();
  const open = (): OpenSession => ({
    idToken: `token-${++serial}`,
    expiresAt: new Date(now() + HOUR_MS).toISOString(),
    user: lea,
    liveSeq: `${serial}.0`,
  });
  const calls = {
    refresh: vi.fn<SessionEnvironment["refresh"]>(async () => open()),
    signIn: vi.fn<SessionEnvironment["signIn"]>(async () => open()),
    signOut: vi.fn<SessionEnvironment["signOut"]>(async () => ({ success: true })),
    loadProfile: vi.fn<SessionEnvironment["loadProfile"]>(async () => ({
      firstName: "Lea",
      phone: "+12025550123",
    })),
    startLiveEvents: vi.fn<SessionEnvironment["startLiveEvents"]>(async () => {}),
  };
  const hints = {
    read: () => storedHint,
    write: (next: typeof storedHint) => void (storedHint = next),
  };
  const device: { user: SessionUser | undefined } = { user: undefined };
  const network = { offline: false };
  const lastUser: SessionEnvironment["lastUser"] = {
    read: () => device.user,
    write: (user) => void (device.user = user),
    forget: () => void (device.user = undefined),
  };
  const onOfflineChange: SessionEnvironment["onOfflineChange"] = (listener) =>
    void offlineListeners.push(listener);
  const tab = (): Session => {
    let ownListener: ((tabMessage: TabMessage) => void) | undefined;
    const send = (tabMessage: TabMessage) => {
      messages.push(tabMessage);
      // Messages take a moment, even if the lock is released immediately.
      for (const listener of listeners)
        if (listener !== ownListener) schedule(1, () => listener(tabMessage));
    };
    const listen = (listener: (tabMessage: TabMessage) => void) => {
      ownListener = listener;
      listeners.push(listener);
    };
    return createSession({
      ...calls,
      hint: hints,
      lastUser,
      isOffline: () => network.offline,
      tabs: { send, listen },
      runExclusive,
      onOfflineChange,
      now,
      schedule,
    });
  };
  const setOffline = async (offline: boolean) => {
    network.offline = offline;
    for (const listener of offlineListeners) listener(offline);
    await pass(MESSAGE_DELAY_MS);
  };
  const setOnline = () => setOffline(false);
  return {
    tab,
    calls,
    pass,
    sleep,
    messages,
    setOnline,
    setOffline,
    hint: () => storedHint,
    open,
    device,
    network,
  };
}

/** A browser with one tab that has resolved its session. */
export async function oneTab(hint: "open" | "closing" | null = "open") {
  const browser = testBrowser(hint);
  const session = browser.tab();
  session.start();
  await browser.pass(MESSAGE_DELAY_MS);
  return { ...browser, session };
}
