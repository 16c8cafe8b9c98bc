import { DAY_MS } from "@commonlane/contract/durations";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setTokenSource } from "#shared/session/token-source.ts";
import type { BrowserSubscription, PushBrowser } from "./push-browser.ts";
import { isPushOn, pushErrors, refreshPush, renewPush, turnOffPush, turnOnPush } from "./push.ts";

const KEYS = { p256dh: `B${"A".repeat(86)}`, auth: "8eDyX_uCN0XRhSbY5hs7Hg" };
const sent: string[] = [];
const replaced: unknown[] = [];
let isServerDown = false;

beforeEach(() => {
  sent.length = 0;
  replaced.length = 0;
  isServerDown = false;
  const storedItems = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storedItems.get(key) ?? null,
    setItem: (key: string, value: string) => void storedItems.set(key, value),
    removeItem: (key: string) => void storedItems.delete(key),
  });
  vi.stubGlobal("fetch", (url: string, { method = "GET", body }: RequestInit) => {
    sent.push(`${method} ${url}${typeof body === "string" ? ` ${endpointIn(body)}` : ""}`);
    if (method === "PUT" && typeof body === "string") replaced.push(JSON.parse(body).replaces);
    if (isServerDown && method !== "GET")
      return Promise.reject(new TypeError("server unreachable"));
    const at = new Date(0).toISOString();
    const id = "00000000-0000-7000-8000-000000000001";
    const device = {
      id,
      device: null,
      current: true,
      refreshedAt: at,
      pushedAt: null,
      failure: null,
    };
    const serverAnswer =
      method === "GET" ? { publicKey: "AQID" } : method === "PUT" ? device : { success: true };
    return Promise.resolve(new Response(JSON.stringify(serverAnswer)));
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

interface BrowserOptions {
  readonly supported?: boolean;
  readonly permission?: NotificationPermission;
  readonly decision?: NotificationPermission;
  readonly install?: PushBrowser["install"];
  readonly subscribe?: () => Promise<BrowserSubscription>;
  readonly json?: PushSubscriptionJSON;
}

/** A fake browser that follows its options and counts the permission prompts. */
function createBrowser({
  supported = true,
  permission = "granted",
  decision = "granted",
  ...options
}: BrowserOptions = {}) {
  const permissionRequests = { times: 0 };
  let subscribed = 0;
  let current: BrowserSubscription | null = null;
  const make = (): BrowserSubscription => {
    const endpoint = `https://push.example/${++subscribed}`;
    return {
      endpoint,
      options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
      toJSON: () => options.json ?? { endpoint, keys: KEYS },
      unsubscribe: async () => {
        current = null;
        return true;
      },
    };
  };
  const pushManager = {
    getSubscription: async () => current,
    subscribe: options.subscribe ?? (async () => (current ??= make())),
  };
  const browser: PushBrowser = {
    supported: () => supported,
    permission: () => permission,
    requestPermission: async () => {
      permissionRequests.times++;
      return decision;
    },
    install: options.install ?? (async () => ({ pushManager })),
    installed: async () => ({ pushManager }),
  };
  return { browser, permissionRequests, dropSubscription: () => (current = null) };
}

const reject = () => Promise.reject(new Error("no"));

const codeOf = (work: Promise<void>): Promise<unknown> =>
  work.then(
    () => "on",
    (error: unknown) => (error instanceof Error ? error.message : error),
  );

test("[spec/8-push:codes] reports each failure with its code, and has a text for every code", async () => {
  const outcome = async (options: BrowserOptions) =>
    codeOf(turnOnPush(createBrowser(options).browser, "ada"));
  expect(await outcome({ supported: false })).toBe("unsupported-browser");
  expect(await outcome({ permission: "default", decision: "default" })).toBe("permission-default");
  expect(await outcome({ permission: "default", decision: "denied" })).toBe("permission-blocked");
  expect(await outcome({ permission: "denied" })).toBe("permission-blocked");
  expect(await outcome({ install: reject })).toBe("failed-service-worker-registration");
  expect(await outcome({ subscribe: reject })).toBe("token-subscribe-failed");
  expect(await outcome({ json: { endpoint: "https://push.example/x" } })).toBe(
    "token-subscribe-no-token",
  );
  expect(await outcome({})).toBe("on");
  isServerDown = true;
  expect(await outcome({})).toBe("token-subscribe-failed");
  expect(await codeOf(turnOffPush(createBrowser().browser, "ada"))).toBe("on");
  expect(Object.values(pushErrors).every(({ message, id }) => (message ?? id).length > 40)).toBe(
    true,
  );
});

test("[spec/9-push:timeout] gives up on a browser that does not respond within 15 seconds", async () => {
  vi.useFakeTimers();
  const { browser } = createBrowser({ subscribe: () => new Promise(() => {}) });
  const outcome = codeOf(turnOnPush(browser, "ada"));
  let settled = false;
  void outcome.then(() => (settled = true));
  await vi.advanceTimersByTimeAsync(14_999);
  expect(settled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBe("token-subscribe-failed");
});

test("[spec/9-push:refresh] registers the subscription again after 7 days and after a sign-in, without asking, and only if push was turned on", async () => {
  const { browser, permissionRequests } = createBrowser();
  await refreshPush(browser, "ada");
  expect(sent).toEqual([]);
  await turnOnPush(browser, "ada");
  const putCall = "PUT /api/notifications/devices https://push.example/1";
  expect(sent).toEqual(["GET /api/notifications/push-key", putCall]);
  const puts = () => sent.filter((call) => call === putCall).length;
  const at = Date.now();
  await refreshPush(browser, "ada", at + 7 * DAY_MS - 60_000);
  expect(puts()).toBe(1);
  await refreshPush(browser, "ada", at + 7 * DAY_MS + 60_000);
  await refreshPush(browser, "ada", at + 8 * DAY_MS);
  expect(puts()).toBe(2);
  signIn("another session");
  await refreshPush(browser, "ada", at + 8 * DAY_MS);
  expect(puts()).toBe(3);
  await refreshPush(browser, "bob", at + 8 * DAY_MS);
  expect(puts()).toBe(3);
  isServerDown = true;
  expect(await codeOf(refreshPush(browser, "ada", at + 16 * DAY_MS))).toBe("token-update-failed");
  expect(permissionRequests.times).toBe(0);
  isServerDown = false;
  expect(isPushOn(browser, "ada")).toBe(true);
  await turnOffPush(browser, "ada");
  expect(isPushOn(browser, "ada")).toBe(false);
  expect(sent.at(-1)).toBe("DELETE /api/notifications/devices https://push.example/1");
});

const storedEndpoints = () =>
  sent.filter((call) => call.startsWith("PUT")).map((call) => call.split("/").at(-1));

test("replaces a subscription that the browser or the server has dropped", async () => {
  const { browser, dropSubscription } = createBrowser();
  await turnOnPush(browser, "ada");
  await refreshPush(browser, "ada");
  expect(storedEndpoints()).toEqual(["1"]);
  dropSubscription();
  await refreshPush(browser, "ada");
  await refreshPush(browser, "ada");
  expect(storedEndpoints()).toEqual(["1", "2"]);
  await renewPush(browser, "ada");
  await refreshPush(browser, "ada");
  expect(storedEndpoints()).toEqual(["1", "2", "3"]);
  expect(replaced).toEqual([undefined, "https://push.example/1", "https://push.example/2"]);
  isServerDown = true;
  expect(await codeOf(renewPush(browser, "ada"))).toBe("token-update-failed");
  expect(isPushOn(browser, "ada")).toBe(true);
});
