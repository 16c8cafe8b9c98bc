import { HOUR_MS } from "@commonlane/contract/durations";
import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { ApiError } from "../api/api-error.ts";
import { testBrowser, MESSAGE_DELAY_MS, settle } from "../test/browser-tabs.ts";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

const network = () => new ApiError({ code: "network", status: 0, message: "unreachable" });
const ended = () =>
  new ApiError({ code: "session_ended", status: 401, message: "Your session has ended." });

/** Three tabs of one browser, all signed in. */
async function threeTabs() {
  const all = testBrowser();
  const tabs = [all.tab(), all.tab(), all.tab()] as const;
  for (const tab of tabs) {
    tab.start();
    await all.pass(MESSAGE_DELAY_MS);
  }
  return { ...all, tabs };
}

test("several tabs share each renewal", async () => {
  const { tabs, calls, pass } = await threeTabs();
  const before = calls.refresh.mock.calls.length;
  await pass(HOUR_MS - 5 * 60_000);
  expect(calls.refresh).toHaveBeenCalledTimes(before + 1);
  expect(new Set(tabs.map((tab) => tab.tokens.peek()))).toEqual(new Set([`token-${before + 1}`]));
  await pass(HOUR_MS - 5 * 60_000);
  expect(calls.refresh).toHaveBeenCalledTimes(before + 2);
  expect(new Set(tabs.map((tab) => tab.tokens.peek()))).toEqual(new Set([`token-${before + 2}`]));
});

test("tabs that wake up with an expired token share one renewal", async () => {
  const { tabs, calls, sleep, pass } = await threeTabs();
  const before = calls.refresh.mock.calls.length;
  sleep(3 * HOUR_MS);
  const tokens = Promise.all(tabs.map((tab) => tab.tokens.fresh()));
  await pass(1000);
  expect(new Set(await tokens)).toEqual(new Set([`token-${before + 1}`]));
  expect(calls.refresh).toHaveBeenCalledTimes(before + 1);
});

test("tabs share a failed renewal: only one retries", async () => {
  const { tabs, calls, pass } = await threeTabs();
  calls.refresh.mockClear().mockRejectedValue(network());
  await pass(HOUR_MS - 5 * 60_000);
  expect(calls.refresh).toHaveBeenCalledTimes(1);
  await pass(31_000);
  expect(calls.refresh).toHaveBeenCalledTimes(2);
  await pass(61_000);
  expect(calls.refresh).toHaveBeenCalledTimes(3);
  for (const tab of tabs) expect(tab.state().status).toBe("signed-in");
});

test("a sign-out in one tab signs out all tabs with one call", async () => {
  const { tabs, calls, pass } = await threeTabs();
  void tabs[1].signOut();
  await pass(MESSAGE_DELAY_MS);
  for (const tab of tabs)
    expect(tab.state()).toMatchObject({ status: "signed-out", reason: "logged-out" });
  expect(calls.signOut).toHaveBeenCalledOnce();
});

test("all tabs learn that the session has ended", async () => {
  const { tabs, calls, pass } = await threeTabs();
  calls.refresh.mockClear().mockRejectedValue(ended());
  void tabs[2].tokens.renew();
  await pass(MESSAGE_DELAY_MS);
  for (const tab of tabs)
    expect(tab.state()).toMatchObject({ status: "signed-out", reason: "ended" });
  await pass(HOUR_MS);
  expect(calls.refresh).toHaveBeenCalledOnce();
});

test("a sign-in in one tab signs in all tabs", async () => {
  const { tab, calls, pass } = testBrowser(null);
  const first = tab();
  const second = tab();
  first.start();
  second.start();
  await settle();
  await first.signIn("lea@example.org", "right");
  await pass(MESSAGE_DELAY_MS);
  expect(second.state().status).toBe("signed-in");
  expect(second.tokens.peek()).toBe(first.tokens.peek());
  expect(calls.refresh).not.toHaveBeenCalled();
});

test("a renewal that overlaps a sign-out does not sign in again", async () => {
  const { tabs, pass } = await threeTabs();
  const renewed = tabs[0].tokens.renew();
  await settle();
  const out = tabs[1].signOut();
  await pass(MESSAGE_DELAY_MS);
  await Promise.all([renewed, out]);
  for (const tab of tabs) expect(tab.state().status).toBe("signed-out");
});
