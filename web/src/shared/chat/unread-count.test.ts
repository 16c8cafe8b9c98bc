import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  onUnreadCount,
  setChatUnreadSource,
  trackUnreadCount,
  publishUnreadCount,
  formatUnreadCount,
  unreadCount,
} from "./unread-count.ts";

beforeEach(() => {
  const window = new EventTarget();
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
  vi.stubGlobal("dispatchEvent", window.dispatchEvent.bind(window));
  vi.useFakeTimers();
});
afterEach(() => {
  setChatUnreadSource();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Chats with this many unread messages. */
function chatsWith(count: number) {
  const chats = {
    getUnreadCount: vi.fn<() => Promise<number>>(async () => count),
    reset: vi.fn<() => void>(),
  };
  setChatUnreadSource(chats);
  return chats;
}

test("[spec/9-unread:first-read] asks the chats once, 2 s after login", async () => {
  const { getUnreadCount } = chatsWith(7);
  const stop = trackUnreadCount();
  await vi.advanceTimersByTimeAsync(1999);
  expect(getUnreadCount).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(unreadCount()).toBe(7);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(getUnreadCount).toHaveBeenCalledOnce();
  stop();
});

test("[spec/4-unread:above-0] ignores a count of 0, an error, and a reply after logout", async () => {
  const errorLog = vi.spyOn(console, "error").mockReturnValue();
  chatsWith(0);
  let stop = trackUnreadCount();
  publishUnreadCount(3);
  await vi.advanceTimersByTimeAsync(2000);
  expect(unreadCount()).toBe(3);
  stop();

  setChatUnreadSource({
    getUnreadCount: () => Promise.reject(new Error("no line")),
    reset: () => {},
  });
  stop = trackUnreadCount();
  await vi.advanceTimersByTimeAsync(2000);
  expect(unreadCount()).toBe(0);
  expect(errorLog).toHaveBeenCalledOnce();
  stop();

  const late = Promise.withResolvers<number>();
  setChatUnreadSource({ getUnreadCount: () => late.promise, reset: () => {} });
  stop = trackUnreadCount();
  await vi.advanceTimersByTimeAsync(2000);
  stop();
  late.resolve(9);
  await vi.advanceTimersByTimeAsync(1);
  expect(unreadCount()).toBe(0);
});

test("[spec/3-unread:event] applies counts from chatUnreadUpdate, including 0, and ignores invalid ones", () => {
  const seen: number[] = [];
  const stopWatching = onUnreadCount(() => seen.push(unreadCount()));
  const stop = trackUnreadCount();
  dispatchEvent(new CustomEvent("chatUnreadUpdate", { detail: { count: 5 } }));
  for (const detail of [undefined, null, 4, {}, { count: "4" }, { count: -1 }, { count: 1.5 }])
    dispatchEvent(new CustomEvent("chatUnreadUpdate", { detail }));
  dispatchEvent(new Event("chatUnreadUpdate"));
  dispatchEvent(new CustomEvent("chatUnreadUpdate", { detail: { count: 0 } }));
  expect(seen).toEqual([5, 0]);
  stopWatching();
  stop();
});

test("[spec/4-unread:logout] a logout resets badge and chats, and ignores later events", async () => {
  const { reset, getUnreadCount } = chatsWith(4);
  const stop = trackUnreadCount();
  publishUnreadCount(12);
  expect(reset).not.toHaveBeenCalled();
  stop();
  expect(unreadCount()).toBe(0);
  expect(reset).toHaveBeenCalledOnce();
  publishUnreadCount(5);
  await vi.advanceTimersByTimeAsync(2000);
  expect(unreadCount()).toBe(0);
  expect(getUnreadCount).not.toHaveBeenCalled();
});

test("[spec/9-unread:99-plus] the badge shows 99+ above 99", () => {
  expect([1, 99, 100, 12_345].map(formatUnreadCount)).toEqual(["1", "99", "99+", "99+"]);
});
