import { HOUR_MS, MINUTE_MS } from "@commonlane/contract/durations";
import type { Session as OpenSession } from "@commonlane/contract/accounts";
import { beforeAll, expect, test, vi } from "vitest";
import { i18n } from "@lingui/core";
import { ApiError } from "../api/api-error.ts";
import { testBrowser, lea, MESSAGE_DELAY_MS, oneTab, settle } from "../test/browser-tabs.ts";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

const networkError = () => new ApiError({ code: "network", status: 0, message: "unreachable" });
const ended = () =>
  new ApiError({ code: "session_ended", status: 401, message: "Your session has ended." });

test("without a hint, makes no call and signs in no one", async () => {
  const { session, calls } = await oneTab(null);
  expect(session.state()).toEqual({ status: "signed-out", reason: "visitor", uid: undefined });
  expect(calls.refresh).not.toHaveBeenCalled();
  expect(await session.tokens.fresh()).toBeUndefined();
});

test("[spec/4-session:loading] a session starts as loading and is signed in once the server confirms it", async () => {
  const { tab } = testBrowser();
  const session = tab();
  expect(session.state()).toEqual({ status: "loading", stalled: false });
  session.start();
  expect(session.state()).toEqual({ status: "loading", stalled: false });
  await settle();
  expect(session.state().status).toBe("signed-in");
});

test("[spec/session:profile-merge] a session continues after a reload and loads the profile", async () => {
  const { session, calls } = await oneTab();
  expect(session.state()).toMatchObject({
    status: "signed-in",
    user: { ...lea, firstName: "Lea", phone: "+12025550123", lastName: null },
  });
  expect(calls.loadProfile).toHaveBeenCalledExactlyOnceWith("token-1");
});

test("live events begin where the session was opened, before its first call", async () => {
  const { calls, session } = await oneTab();
  await session.tokens.renew();
  expect(calls.startLiveEvents).toHaveBeenCalledExactlyOnceWith(lea.uid, "1.0");
});

test("[spec/session:profile-failure] keeps the basic fields if the profile fails to load", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const { tab, calls } = testBrowser();
  calls.loadProfile.mockRejectedValue(networkError());
  const session = tab();
  session.start();
  await settle();
  expect(session.state()).toMatchObject({
    status: "signed-in",
    user: { displayName: "Lea Okafor", phone: null },
  });
});

test("[spec/9-session:renew-before-end] renews the token 5 minutes before its end, without reloading the profile", async () => {
  const { session, calls, pass } = await oneTab();
  await pass(HOUR_MS - 5 * MINUTE_MS - MESSAGE_DELAY_MS - 1);
  expect(calls.refresh).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(calls.refresh).toHaveBeenCalledTimes(2);
  expect(calls.loadProfile).toHaveBeenCalledTimes(1);
  expect(session.tokens.peek()).toBe("token-2");
});

test("a renewal updates e-mail and name in every tab", async () => {
  const { tab, open, calls, pass } = testBrowser();
  const tabs = [tab(), tab()] as const;
  for (const one of tabs) one.start();
  await pass(MESSAGE_DELAY_MS);
  const changed = { ...lea, email: "lea.okafor@example.org", displayName: "Lea O." };
  calls.refresh.mockImplementation(async () => ({ ...open(), user: changed }));
  await tabs[0].tokens.renew();
  await pass(MESSAGE_DELAY_MS);
  for (const one of tabs)
    expect(one.state()).toMatchObject({
      user: { ...changed, firstName: "Lea", phone: "+12025550123" },
    });
});

test("[spec/9-session:retry] retries after 30 s, doubling up to 16 minutes, after network failures", async () => {
  const { tab, calls, pass } = testBrowser();
  calls.refresh.mockRejectedValue(networkError());
  const session = tab();
  session.start();
  await settle();
  expect(session.state()).toEqual({ status: "loading", stalled: true });
  let renewals = 1;
  for (const waitS of [30, 60, 120, 240, 480, 960, 960]) {
    await pass(waitS * 1000 - 1);
    expect(calls.refresh).toHaveBeenCalledTimes(renewals);
    await pass(1);
    expect(calls.refresh).toHaveBeenCalledTimes(++renewals);
  }
  calls.refresh
    .mockReset()
    .mockResolvedValue({ idToken: "late", expiresAt: "2026-02-01T00:00:00Z", user: lea });
  await pass(960_000);
  expect(session.state().status).toBe("signed-in");
  // After a success the next failure waits 30 s again.
  calls.refresh.mockReset().mockRejectedValue(networkError());
  session.retryNow();
  await pass(MESSAGE_DELAY_MS);
  await pass(30_000);
  expect(calls.refresh).toHaveBeenCalledTimes(2);
});

test("retries immediately once the device is online", async () => {
  const { session, calls, setOnline } = await oneTab();
  await setOnline();
  expect(calls.refresh).toHaveBeenCalledTimes(1);
  calls.refresh.mockRejectedValueOnce(networkError());
  await expect(session.tokens.renew()).rejects.toMatchObject({ code: "network" });
  expect(session.state().status).toBe("signed-in");
  await setOnline();
  expect(calls.refresh).toHaveBeenCalledTimes(3);
  expect(session.tokens.peek()).toBe("token-2");
});

test("shows the server's reason for a suspension in every tab", async () => {
  const { session, calls, messages } = await oneTab();
  const message = "This account has been suspended until 2026-02-03: Fake rides";
  calls.refresh.mockRejectedValueOnce(
    new ApiError({ code: "account_suspended", status: 403, message }),
  );
  await session.tokens.renew();
  expect(session.state()).toEqual({
    status: "signed-out",
    reason: "suspended",
    uid: lea.uid,
    message,
  });
  expect(messages.at(-1)).toEqual({ kind: "signed-out", reason: "suspended", message });
});

test("ends a session that the server rejects, without retrying", async () => {
  const { session, calls, hint, pass } = await oneTab();
  calls.refresh.mockRejectedValueOnce(ended());
  expect(await session.tokens.renew()).toBeUndefined();
  expect(session.state()).toEqual({ status: "signed-out", reason: "ended", uid: lea.uid });
  expect(hint()).toBeNull();
  expect(session.tokens.peek()).toBeUndefined();
  await pass(2 * HOUR_MS);
  expect(calls.refresh).toHaveBeenCalledTimes(2);
});

test("a timeout, a server error or a captive portal does not end a session", async () => {
  const { session, calls, pass } = await oneTab();
  const failures = [
    networkError(),
    new ApiError({ code: "too_many", status: 429, message: "Too many tries." }),
    new ApiError({ code: "unavailable", status: 503, message: "Not now." }),
    new ApiError({
      code: "unexpected_reply",
      status: 200,
      message: "Please pay for this network.",
    }),
    new ApiError({ code: "unexpected", status: 403, message: "<html>" }),
    new TypeError("A part of the app is missing."),
  ];
  for (const failure of failures) {
    calls.refresh.mockRejectedValueOnce(failure);
    session.retryNow();
    await pass(MESSAGE_DELAY_MS);
    expect(session.state().status).toBe("signed-in");
  }
  expect(calls.refresh).toHaveBeenCalledTimes(1 + failures.length);
});

test("renews a token that expired during sleep before use, once for all callers", async () => {
  const { session, calls, sleep } = await oneTab();
  expect(await session.tokens.fresh()).toBe("token-1");
  sleep(2 * HOUR_MS);
  expect(await Promise.all([session.tokens.fresh(), session.tokens.fresh()])).toEqual([
    "token-2",
    "token-2",
  ]);
  expect(calls.refresh).toHaveBeenCalledTimes(2);
});

test("a sign-out ends the session on the server", async () => {
  const { session, calls, messages, hint } = await oneTab();
  await session.signOut();
  expect(session.state()).toMatchObject({ status: "signed-out", reason: "logged-out" });
  expect(calls.signOut).toHaveBeenCalledExactlyOnceWith("token-1");
  expect(messages.at(-1)).toEqual({ kind: "signed-out", reason: "logged-out" });
  expect(hint()).toBeNull();
});

test("repeats a failed sign-out at the next start", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const first = await oneTab();
  first.calls.signOut.mockRejectedValueOnce(networkError());
  await first.session.signOut();
  expect(first.hint()).toBe("closing");
  const second = await oneTab("closing");
  expect(second.calls.refresh).not.toHaveBeenCalled();
  expect(second.calls.signOut).toHaveBeenCalledOnce();
  expect(second.hint()).toBeNull();
});

test("ignores a reply that arrives after a sign-out", async () => {
  const { tab, calls } = testBrowser();
  const late = Promise.withResolvers<OpenSession>();
  calls.refresh.mockReturnValueOnce(late.promise);
  const session = tab();
  session.start();
  const out = session.signOut();
  late.resolve({ idToken: "late", expiresAt: "2026-01-01T01:00:00Z", user: lea });
  await out;
  expect(session.state().status).toBe("signed-out");
  expect(session.tokens.peek()).toBeUndefined();
});

test("a wrong password does not change the session", async () => {
  const { session, calls, messages } = await oneTab(null);
  calls.signIn.mockRejectedValueOnce(
    new ApiError({ code: "credentials_wrong", status: 401, message: "no" }),
  );
  await expect(session.signIn("lea@example.org", "wrong")).rejects.toMatchObject({
    code: "credentials_wrong",
  });
  expect(session.state().status).toBe("signed-out");
  expect(messages).toEqual([]);
});

test("shows the last user offline until the server is reachable, and forgets them on logout", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const { tab, calls, network, device, setOnline, pass } = testBrowser();
  const before = tab();
  before.start();
  await pass(MESSAGE_DELAY_MS);
  expect(device.user).toMatchObject({ uid: lea.uid, firstName: "Lea" });
  calls.refresh.mockRejectedValueOnce(networkError());
  network.offline = true;
  const session = tab();
  session.start();
  await pass(MESSAGE_DELAY_MS);
  expect(session.state()).toMatchObject({
    status: "signed-in",
    user: { uid: lea.uid, firstName: "Lea" },
  });
  expect(session.tokens.peek()).toBeUndefined();
  network.offline = false;
  calls.loadProfile.mockResolvedValue({ firstName: "Leah" });
  await setOnline();
  expect(session.state()).toMatchObject({
    status: "signed-in",
    user: { firstName: "Leah", phone: "+12025550123" },
  });
  await session.signOut();
  expect(device.user).toBeUndefined();
  calls.refresh.mockRejectedValue(networkError());
  network.offline = true;
  const late = tab();
  late.start();
  await pass(MESSAGE_DELAY_MS);
  expect(late.state().status).toBe("signed-out");
});

test("opens offline once the server turns out to be unreachable", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const { tab, calls, setOnline, setOffline, pass } = testBrowser();
  const before = tab();
  before.start();
  await pass(MESSAGE_DELAY_MS);
  calls.startLiveEvents.mockClear();
  calls.refresh.mockRejectedValueOnce(networkError());
  const session = tab();
  session.start();
  await pass(MESSAGE_DELAY_MS);
  expect(session.state()).toEqual({ status: "loading", stalled: true });
  await setOffline(true);
  expect(session.state()).toMatchObject({ status: "signed-in", user: { uid: lea.uid } });
  expect(session.tokens.peek()).toBeUndefined();
  await setOnline();
  expect(session.tokens.peek()).toBeDefined();
  // What was shown may be outdated, so the first connection reloads it.
  expect(calls.startLiveEvents).not.toHaveBeenCalled();
});

test("forgets a session on the device once the server has ended it", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const { tab, calls, network, device, setOnline, pass } = testBrowser();
  const before = tab();
  before.start();
  await pass(MESSAGE_DELAY_MS);
  calls.refresh.mockRejectedValueOnce(networkError()).mockRejectedValue(ended());
  network.offline = true;
  const session = tab();
  session.start();
  await pass(MESSAGE_DELAY_MS);
  expect(session.state().status).toBe("signed-in");
  await setOnline();
  expect([session.state().status, device.user]).toEqual(["signed-out", undefined]);
});
