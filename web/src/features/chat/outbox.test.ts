import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, networkError } from "#shared/api/api-error.ts";
import { connectReachability } from "#shared/connection/connection-status.ts";
import { Outbox, type UnsentMessage } from "./outbox.ts";

/** Local storage as browsers implement it: everything except the methods is a key. */
function storage() {
  const stored: Record<string, string> = {};
  return Object.defineProperties(stored, {
    getItem: { value: (key: string) => stored[key] ?? null },
    setItem: { value: (key: string, value: string) => void (stored[key] = value) },
    removeItem: { value: (key: string) => void delete stored[key] },
  });
}

beforeEach(() => {
  const window = new EventTarget();
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("sessionStorage", storage());
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
  vi.stubGlobal("dispatchEvent", window.dispatchEvent.bind(window));
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const message = (n: number): UnsentMessage => ({
  clientId: `client-${n}`,
  conversationId: "room",
  text: `Line ${n}`,
  writtenAt: `2026-01-01T08:00:0${n}.000Z`,
});

/** Browsers send storage events to other tabs only, never to the page that made the change. */
const dispatchStorage = (key: string) =>
  dispatchEvent(Object.assign(new Event("storage"), { key }));

/**
 * A server that stores each clientId once, behind a connection that fails as given: before the message is stored, or
 * only when it answers.
 */
function openConnection(failures: readonly ("before" | "after" | "none")[] = []) {
  const stored: string[] = [];
  let calls = 0;
  const send = async ({ clientId }: UnsentMessage) => {
    const failure = failures[calls++] ?? "none";
    if (failure === "before") throw networkError();
    if (!stored.includes(clientId)) stored.push(clientId);
    if (failure === "after") throw networkError();
  };
  const open = (uid = "ada") => new Outbox({ uid, send, onSent: async () => {}, random: () => 1 });
  return { stored, open, calls: () => calls };
}

test("sends each message once and in order over an unreliable connection", async () => {
  const { stored, open, calls } = openConnection(["before", "after", "before", "none", "after"]);
  const box = open();
  for (const n of [1, 2, 3]) box.add(message(n));
  await vi.runAllTimersAsync();
  expect(stored).toEqual(["client-1", "client-2", "client-3"]);
  expect(box.unsent).toEqual([]);
  expect(calls()).toBeGreaterThan(5);
});

test("unsent messages survive a reload and are sent as soon as the server is reachable again", async () => {
  const { stored, open } = openConnection(["before"]);
  const before = open();
  before.add(message(1));
  await vi.advanceTimersByTimeAsync(0);
  before.close();
  const after = open();
  expect(after.unsent).toEqual([{ ...message(1), hasFailed: true }]);
  await vi.advanceTimersByTimeAsync(0);
  expect(stored).toEqual(["client-1"]);
  expect(open().unsent).toEqual([]);

  const another = openConnection(["before"]);
  const box = another.open();
  box.add(message(2));
  await vi.advanceTimersByTimeAsync(0);
  expect(another.stored).toEqual([]);
  for (const onLine of [false, true]) {
    Object.assign(navigator, { onLine });
    dispatchEvent(new Event(onLine ? "online" : "offline"));
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(another.stored).toEqual(["client-2"]);
  box.close();

  // The device has a network, but the server is not reachable.
  const setReach = connectReachability(() => {});
  const third = openConnection(["before"]);
  third.open().add(message(3));
  await vi.advanceTimersByTimeAsync(0);
  setReach({ liveConnectionLost: true, unreachable: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(third.stored).toEqual([]);
  setReach({ liveConnectionLost: true, unreachable: false });
  await vi.advanceTimersByTimeAsync(0);
  expect(third.stored).toEqual(["client-3"]);
});

test("unsent messages survive closing the tab, never overwrite those of other tabs, and are deleted on logout", async () => {
  const { stored, open } = openConnection(["before", "before"]);
  const tabA = open();
  const tabB = open();
  tabA.add(message(2));
  tabB.add(message(1));
  await vi.advanceTimersByTimeAsync(0);
  for (const key of Object.keys(localStorage)) dispatchStorage(key);
  for (const box of [tabA, tabB]) {
    expect(box.unsent).toEqual([
      { ...message(1), hasFailed: true },
      { ...message(2), hasFailed: true },
    ]);
    box.close();
  }
  const next = open();
  await vi.runAllTimersAsync();
  expect([stored, next.unsent]).toEqual([["client-1", "client-2"], []]);
  expect(Object.keys(localStorage)).toEqual([]);
  next.close();

  const away = openConnection(["before", "before", "before"]);
  for (const uid of ["ada", "bob"]) {
    const box = away.open(uid);
    box.add(message(1));
    await vi.advanceTimersByTimeAsync(0);
    box.close();
  }
  expect(Object.keys(localStorage)).toEqual(["commonlane.draft.outbox.bob.client-1"]);
});

test("[domain/shared-computer:outbox] after it is closed nothing is sent or stored any more, also not what was on its way", async () => {
  const refused = new ApiError({
    code: "conversation_closed",
    status: 409,
    message: "This conversation is closed.",
  });
  const unreachable = new ApiError({ code: "network", status: 0, message: "No connection." });
  for (const failure of [unreachable, refused]) {
    const answers: ((error: Error) => void)[] = [];
    const send = vi.fn<(unsent: UnsentMessage, signal: AbortSignal) => Promise<void>>(
      (_, signal) =>
        new Promise<void>((_resolve, reject) => {
          answers.push(reject);
          signal.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
        }),
    );
    const box = new Outbox({ uid: "ada", send, onSent: async () => {} });
    box.add(message(1));
    box.add(message(2));
    await vi.advanceTimersByTimeAsync(0);
    box.close();
    localStorage.removeItem("commonlane.draft.outbox.ada.client-1");
    localStorage.removeItem("commonlane.draft.outbox.ada.client-2");
    answers[0]?.(failure);
    await vi.runAllTimersAsync();
    expect(send).toHaveBeenCalledOnce();
    expect(Object.keys(localStorage)).toEqual([]);
  }
});

test("a tab sends the messages of a closed tab", async () => {
  const { stored, open } = openConnection(["before"]);
  const closedTab = open();
  closedTab.add(message(1));
  await vi.advanceTimersByTimeAsync(0);
  const [[key, value] = ["", ""]] = Object.entries<string>(localStorage);
  closedTab.drop("client-1");
  closedTab.close();
  const box = open();
  localStorage.setItem(key, value);
  dispatchStorage(key);
  await vi.runAllTimersAsync();
  expect([stored, box.unsent]).toEqual([["client-1"], []]);
});

test("retries messages that the server could not receive or asked to send later", async () => {
  const send = vi.fn<(unsent: UnsentMessage) => Promise<void>>().mockResolvedValue();
  for (const status of [401, 408, 429, 502])
    send.mockRejectedValueOnce(new ApiError({ code: "unexpected", status, message: "Not now." }));
  const box = new Outbox({ uid: "cleo", send, onSent: async () => {} });
  box.add(message(1));
  await vi.runAllTimersAsync();
  expect(box.unsent).toEqual([]);
  expect(send).toHaveBeenCalledTimes(5);
});

test("a refused message blocks no others and can be sent again or discarded", async () => {
  const closed = new ApiError({
    code: "conversation_closed",
    status: 409,
    message: "This conversation is closed.",
  });
  const send = vi
    .fn<(unsent: UnsentMessage) => Promise<void>>()
    .mockRejectedValueOnce(closed)
    .mockResolvedValue();
  const box = new Outbox({ uid: "bob", send, onSent: async () => {} });
  box.add(message(1));
  box.add(message(2));
  await vi.runAllTimersAsync();
  expect(box.unsent).toEqual([{ ...message(1), refusedReason: "This conversation is closed." }]);
  box.retry("client-1");
  await vi.runAllTimersAsync();
  expect(box.unsent).toEqual([]);
  expect(send.mock.calls.map(([{ clientId }]) => clientId)).toEqual([
    "client-1",
    "client-2",
    "client-1",
  ]);
});

test("a message that could not be sent says so until it is sent, and is tried again at once when asked", async () => {
  const unavailable = new ApiError({ code: "unexpected", status: 500, message: "An error." });
  const send = vi
    .fn<(unsent: UnsentMessage) => Promise<void>>()
    .mockRejectedValueOnce(unavailable)
    .mockResolvedValue();
  const box = new Outbox({ uid: "dora", send, onSent: async () => {} });
  box.add(message(1));
  await vi.advanceTimersByTimeAsync(0);
  expect(box.unsent).toEqual([{ ...message(1), hasFailed: true }]);
  box.retry("client-1");
  await vi.advanceTimersByTimeAsync(0);
  expect([box.unsent, send.mock.calls.length]).toEqual([[], 2]);
});
