import { DAY_MS } from "@commonlane/contract/durations";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setTokenSource } from "#shared/session/token-source.ts";
import type { PushBrowser, Subscription } from "./push-browser.ts";
import { pushErrors } from "./push-errors.ts";
import { isPushOn, keepUpPush, renewPush, turnOffPush, turnOnPush } from "./push.ts";

const KEYS = { p256dh: `B${"A".repeat(86)}`, auth: "8eDyX_uCN0XRhSbY5hs7Hg" };
const sent: string[] = [];
const replaced: unknown[] = [];
let down = false;

beforeEach(() => {
  sent.length = 0;
  replaced.length = 0;
  down = false;
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal("fetch", (url: string, { method = "GET", body }: RequestInit) => {
    sent.push(`${method} ${url}${typeof body === "string" ? ` ${endpointIn(body)}` : ""}`);
    if (method === "PUT" && typeof body === "string") replaced.push(JSON.parse(body).replaces);
    if (down && method !== "GET") return Promise.reject(new TypeError("nobody there"));
    const at = new Date(0).toISOString();
    const id = "00000000-0000-7000-8000-000000000001";
    const device = { id, device: null, current: true, refreshedAt: at, pushedAt: null, failure: null };
    const told = method === "GET" ? { publicKey: "AQID" } : method === "PUT" ? device : { success: true };
    return Promise.resolve(new Response(JSON.stringify(told)));
  });
  vi.spyOn(console, "error").mockReturnValue();
  signIn("a session");
});
afterEach(() => {
  setTokenSource();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const endpointIn = (body: string): string => String(Object.values(JSON.parse(body))[0]);

function signIn(sid: string): void {
  const token = `x.${Buffer.from(JSON.stringify({ sid })).toString("base64url")}.x`;
  const fresh = () => Promise.resolve(token);
  setTokenSource({ peek: () => token, fresh, renew: fresh });
}

interface Said {
  readonly supported?: boolean;
  readonly permission?: NotificationPermission;
  readonly answer?: NotificationPermission;
  readonly install?: PushBrowser["install"];
  readonly subscribe?: () => Promise<Subscription>;
  readonly json?: PushSubscriptionJSON;
}

/** A browser that does what it is told to, and counts how often a person was asked. */
function browserThat({ supported = true, permission = "granted", answer = "granted", ...said }: Said = {}) {
  const asked = { times: 0 };
  let subscribed = 0;
  let current: Subscription | null = null;
  const make = (): Subscription => {
    const endpoint = `https://push.example/${++subscribed}`;
    return {
      endpoint,
      options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
      toJSON: () => said.json ?? { endpoint, keys: KEYS },
      unsubscribe: async () => {
        current = null;
        return true;
      },
    };
  };
  const pushManager = {
    getSubscription: async () => current,
    subscribe: said.subscribe ?? (async () => (current ??= make())),
  };
  const browser: PushBrowser = {
    supported: () => supported,
    permission: () => permission,
    ask: async () => {
      asked.times++;
      return answer;
    },
    install: said.install ?? (async () => ({ pushManager })),
    installed: async () => ({ pushManager }),
  };
  return { browser, asked, dropped: () => (current = null) };
}

const never = () => Promise.reject(new Error("no"));

const codeOf = (work: Promise<void>): Promise<unknown> =>
  work.then(
    () => "on",
    (error: unknown) => (error instanceof Error ? error.message : error),
  );

test("[spec/8-push:codes] each way in which pushes do not come has its code, and every code its words", async () => {
  const outcome = async (said: Said) => codeOf(turnOnPush(browserThat(said).browser, "ada"));
  expect(await outcome({ supported: false })).toBe("unsupported-browser");
  expect(await outcome({ permission: "default", answer: "default" })).toBe("permission-default");
  expect(await outcome({ permission: "default", answer: "denied" })).toBe("permission-blocked");
  expect(await outcome({ permission: "denied" })).toBe("permission-blocked");
  expect(await outcome({ install: never })).toBe("failed-service-worker-registration");
  expect(await outcome({ subscribe: never })).toBe("token-subscribe-failed");
  expect(await outcome({ json: { endpoint: "https://push.example/x" } })).toBe("token-subscribe-no-token");
  expect(await outcome({})).toBe("on");
  down = true;
  expect(await outcome({})).toBe("token-subscribe-failed");
  expect(await codeOf(turnOffPush(browserThat().browser, "ada"))).toBe("on");
  expect(Object.values(pushErrors).every(({ message, id }) => (message ?? id).length > 40)).toBe(true);
});

test("[spec/9-push:timeout] a browser that never answers is waited for 15 seconds, and no longer", async () => {
  vi.useFakeTimers();
  const { browser } = browserThat({ subscribe: () => new Promise(() => {}) });
  const outcome = codeOf(turnOnPush(browser, "ada"));
  let settled = false;
  void outcome.then(() => (settled = true));
  await vi.advanceTimersByTimeAsync(14_999);
  expect(settled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBe("token-subscribe-failed");
});

test("[spec/9-push:refresh] where a browser takes pushes is stored anew after 7 days and after a sign-in, by nobody asked, and only where they were turned on", async () => {
  const { browser, asked } = browserThat();
  await keepUpPush(browser, "ada");
  expect(sent).toEqual([]);
  await turnOnPush(browser, "ada");
  const put = "PUT /api/notices/devices https://push.example/1";
  expect(sent).toEqual(["GET /api/notices/push-key", put]);
  const puts = () => sent.filter((call) => call === put).length;
  const at = Date.now();
  await keepUpPush(browser, "ada", at + 7 * DAY_MS - 60_000);
  expect(puts()).toBe(1);
  await keepUpPush(browser, "ada", at + 7 * DAY_MS + 60_000);
  await keepUpPush(browser, "ada", at + 8 * DAY_MS);
  expect(puts()).toBe(2);
  signIn("another session");
  await keepUpPush(browser, "ada", at + 8 * DAY_MS);
  expect(puts()).toBe(3);
  await keepUpPush(browser, "bob", at + 8 * DAY_MS);
  expect(puts()).toBe(3);
  down = true;
  expect(await codeOf(keepUpPush(browser, "ada", at + 16 * DAY_MS))).toBe("token-update-failed");
  expect(asked.times).toBe(0);
  down = false;
  expect(isPushOn(browser, "ada")).toBe(true);
  await turnOffPush(browser, "ada");
  expect(isPushOn(browser, "ada")).toBe(false);
  expect(sent.at(-1)).toBe("DELETE /api/notices/devices https://push.example/1");
});

const stored = () => sent.filter((call) => call.startsWith("PUT")).map((call) => call.split("/").at(-1));

test("[issue5/notices:push-renewed] where the browser has dropped what it took pushes by, or the server knows of none, it is stored anew in place of the former", async () => {
  const { browser, dropped } = browserThat();
  await turnOnPush(browser, "ada");
  await keepUpPush(browser, "ada");
  expect(stored()).toEqual(["1"]);
  dropped();
  await keepUpPush(browser, "ada");
  await keepUpPush(browser, "ada");
  expect(stored()).toEqual(["1", "2"]);
  await renewPush(browser, "ada");
  await keepUpPush(browser, "ada");
  expect(stored()).toEqual(["1", "2", "3"]);
  expect(replaced).toEqual([undefined, "https://push.example/1", "https://push.example/2"]);
  down = true;
  expect(await codeOf(renewPush(browser, "ada"))).toBe("token-update-failed");
  expect(isPushOn(browser, "ada")).toBe(true);
});
