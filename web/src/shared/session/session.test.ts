import type { Session as OpenSession } from "@commonlane/contract/identity";
import { expect, test, vi } from "vitest";
import { ApiError } from "../api-error.ts";
import { createSession, type SessionWorld, type TabNews } from "./session.ts";

const HOUR_MS = 3_600_000;
const user = { uid: "u1", email: "lea@example.org", emailVerified: true, displayName: "Lea Okafor" };
const network = () => new ApiError({ code: "network", status: 0, message: "unreachable" });
const ended = () => new ApiError({ code: "session_ended", status: 401, message: "Your session has ended." });

/** A world whose clock is moved by hand and whose server answers what the test says. */
function world(hint: "open" | "closing" | null = "open") {
  let now = Date.parse("2026-01-01T00:00:00Z");
  let timers: { at: number; run: () => void }[] = [];
  let hear: ((news: TabNews) => void) | undefined;
  const told: TabNews[] = [];
  let kept = hint;
  let serial = 0;
  const open = (): OpenSession => ({
    idToken: `token-${++serial}`,
    expiresAt: new Date(now + HOUR_MS).toISOString(),
    user,
  });
  const calls = {
    refresh: vi.fn<SessionWorld["refresh"]>(async () => open()),
    signIn: vi.fn<SessionWorld["signIn"]>(async () => open()),
    signOut: vi.fn<SessionWorld["signOut"]>(async () => ({ success: true })),
    loadProfile: vi.fn<SessionWorld["loadProfile"]>(async () => ({ firstName: "Lea", phone: "+12025550123" })),
  };
  const surroundings: SessionWorld = {
    ...calls,
    hint: { read: () => kept, write: (next) => void (kept = next) },
    tabs: { tell: (news) => void told.push(news), listen: (listener) => void (hear = listener) },
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => void (timers = timers.filter((other) => other !== timer));
    },
  };
  const pass = async (ms: number) => {
    now += ms;
    const due = timers.filter((timer) => timer.at <= now);
    timers = timers.filter((timer) => timer.at > now);
    for (const timer of due) timer.run();
    await settle();
  };
  /** Time passes without a timer going off, as on a closed laptop. */
  const sleep = (ms: number) => void (now += ms);
  return { surroundings, calls, pass, sleep, told, tabSays: (news: TabNews) => hear?.(news), hint: () => kept };
}

const settle = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

async function started(hint: "open" | "closing" | null = "open") {
  const w = world(hint);
  const session = createSession(w.surroundings);
  session.start();
  await settle();
  return { ...w, session };
}

test("without a hint nothing is asked and nobody is signed in", async () => {
  const { session, calls } = await started(null);
  expect(session.state()).toEqual({ status: "signed-out", ended: false });
  expect(calls.refresh).not.toHaveBeenCalled();
  expect(await session.tokens.fresh()).toBeUndefined();
});

test("[spec/session:profile-merge] a session goes on after a reload and takes over the profile", async () => {
  const { session } = await started();
  expect(session.state()).toMatchObject({
    status: "signed-in",
    user: { ...user, firstName: "Lea", phone: "+12025550123", lastName: null },
  });
});

test("[spec/session:profile-failure] without the backend's answer the basic fields stay", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const w = world();
  w.calls.loadProfile.mockRejectedValue(network());
  const session = createSession(w.surroundings);
  session.start();
  await settle();
  expect(session.state()).toMatchObject({ status: "signed-in", user: { displayName: "Lea Okafor", phone: null } });
});

test("the token is renewed 5 minutes before its end, without loading the profile again", async () => {
  const { session, calls, pass } = await started();
  await pass(HOUR_MS - 5 * 60_000 - 1);
  expect(calls.refresh).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(calls.refresh).toHaveBeenCalledTimes(2);
  expect(calls.loadProfile).toHaveBeenCalledTimes(1);
  expect(session.tokens.peek()).toBe("token-2");
});

test("network failures are retried after 30 s, then twice that, and say that the server does not answer", async () => {
  const w = world();
  w.calls.refresh.mockRejectedValueOnce(network()).mockRejectedValueOnce(network());
  const session = createSession(w.surroundings);
  session.start();
  await settle();
  expect(session.state()).toEqual({ status: "loading", stalled: true });
  await w.pass(30_000);
  await w.pass(59_999);
  expect(w.calls.refresh).toHaveBeenCalledTimes(2);
  await w.pass(1);
  expect(session.state().status).toBe("signed-in");
});

test("a session the server no longer honours ends here and is not asked for again", async () => {
  const { session, calls, hint } = await started();
  calls.refresh.mockRejectedValueOnce(ended());
  expect(await session.tokens.renew()).toBeUndefined();
  expect(session.state()).toEqual({ status: "signed-out", ended: true });
  expect(hint()).toBeNull();
  expect(session.tokens.peek()).toBeUndefined();
});

test("a token that ran out while the device slept is renewed before it is used, once for all callers", async () => {
  const { session, calls, sleep } = await started();
  expect(await session.tokens.fresh()).toBe("token-1");
  sleep(2 * HOUR_MS);
  expect(await Promise.all([session.tokens.fresh(), session.tokens.fresh()])).toEqual(["token-2", "token-2"]);
  expect(calls.refresh).toHaveBeenCalledTimes(2);
});

test("signing out ends the session in every tab and on the server", async () => {
  const { session, calls, told, hint } = await started();
  await session.signOut();
  expect(session.state()).toEqual({ status: "signed-out", ended: false });
  expect(calls.signOut).toHaveBeenCalledOnce();
  expect(told).toEqual(["signed-out"]);
  expect(hint()).toBeNull();
});

test("a sign-out the server did not hear of is sent again at the next start", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const first = await started();
  first.calls.signOut.mockRejectedValueOnce(network());
  await first.session.signOut();
  expect(first.hint()).toBe("closing");
  const second = await started("closing");
  expect(second.calls.refresh).not.toHaveBeenCalled();
  expect(second.calls.signOut).toHaveBeenCalledOnce();
  expect(second.hint()).toBeNull();
});

test("other tabs follow: out at once, in by their own renewal", async () => {
  const { session, calls, tabSays } = await started();
  tabSays("signed-out");
  expect(session.state().status).toBe("signed-out");
  tabSays("signed-in");
  await settle();
  expect(session.state().status).toBe("signed-in");
  expect(calls.signOut).not.toHaveBeenCalled();
});

test("an answer that arrives after signing out brings nobody back", async () => {
  const w = world();
  const late = Promise.withResolvers<OpenSession>();
  w.calls.refresh.mockReturnValueOnce(late.promise);
  const session = createSession(w.surroundings);
  session.start();
  await session.signOut();
  late.resolve({ idToken: "late", expiresAt: "2026-01-01T01:00:00Z", user });
  await settle();
  expect(session.state().status).toBe("signed-out");
  expect(session.tokens.peek()).toBeUndefined();
});

test("a wrong password changes nothing", async () => {
  const { session, calls, told } = await started(null);
  calls.signIn.mockRejectedValueOnce(new ApiError({ code: "credentials_wrong", status: 401, message: "no" }));
  await expect(session.signIn("lea@example.org", "wrong")).rejects.toMatchObject({ code: "credentials_wrong" });
  expect(session.state().status).toBe("signed-out");
  expect(told).toEqual([]);
});
