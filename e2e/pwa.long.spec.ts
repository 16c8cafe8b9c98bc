import type { Page } from "@playwright/test";
import { chats, drawer, field } from "./support/chats.ts";
import { signUp, testPerson } from "./support/people.ts";
import { rideAt } from "./support/rides.ts";
import { towns } from "./support/screens.ts";
import { expect, PHONE, testOnOneServer as test } from "./support/test.ts";

interface Picture {
  readonly src: string;
  readonly sizes: string;
}

test.describe.configure({ mode: "default" });

const WITH_WORKERS = { ...PHONE, serviceWorkers: "allow" } as const;
/** Times of a trip, and the PIN of a pickup, as the page of a ride shows them. */
const TIMES = /^\d\d:\d\d – \d\d:\d\d$/;
const PIN = /^\d{4}$/;
const bar = (page: Page) => page.getByRole("status").filter({ hasText: "A new version is ready" });

/** Waits until the app is cached in this browser and its service worker controls this page. */
const expectCached = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL), {
      timeout: 60_000,
    })
    .toContain("/shell-worker.js");

/** Everything stored on the device for this user, as text. */
const onDevice = (page: Page) =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === "commonlane")) return "";
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("commonlane");
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error ?? new Error("not opened")));
    });
    if (!db.objectStoreNames.contains("query-results")) {
      db.close();
      return "";
    }
    const all = await new Promise<unknown[]>((resolve, reject) => {
      const request = db.transaction("query-results").objectStore("query-results").getAll();
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error ?? new Error("not read")));
    });
    db.close();
    return JSON.stringify(all);
  });

/** Replaces the database by one of the first version, with one entry of this user. */
const storeAsFirstVersion = (page: Page, entry: { readonly uid: string; readonly data: string }) =>
  page.evaluate(
    (entry) =>
      new Promise<void>((resolve, reject) => {
        indexedDB.deleteDatabase("commonlane");
        // Waits until the first one is deleted.
        const request = indexedDB.open("commonlane", 1);
        request.addEventListener("upgradeneeded", () =>
          request.result
            .createObjectStore("kept", { keyPath: ["uid", "hash"] })
            .put({ hash: '["x"]', key: ["x"], updatedAt: Date.now(), ...entry }),
        );
        request.addEventListener("error", () => reject(request.error ?? new Error("not opened")));
        request.addEventListener("success", () => {
          request.result.close();
          resolve();
        });
      }),
    entry,
  );

test("data that an earlier version of the app cached makes room for data of this one", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(WITH_WORKERS);
  const { uid } = await signUp(page, testPerson("Nelly", "Bly"));
  await page.goto("/home");
  await expect.poll(() => onDevice(page), { timeout: 60_000 }).toContain(uid);
  await storeAsFirstVersion(page, { uid, data: "from an earlier version" });
  await page.reload();
  await expect.poll(() => onDevice(page), { timeout: 60_000 }).toContain("GET /rides/my/:uid");
  expect(await onDevice(page)).not.toContain("from an earlier version");
});

test("the cached page contains no address, token or headers of another page", async ({
  world: { browserOf, watch },
}) => {
  watch.serverMayBeAway();
  const page = await browserOf(WITH_WORKERS);
  await signUp(page, testPerson("Nora", "Berg"));
  await page.goto("/home");
  await expectCached(page);
  await page.goto("/verify-email?token=SECRET-OF-A-LETTER");
  await page.goto("/home");
  const cachedPages = await page.evaluate(async () => {
    const all: { url: string; policy: string | null; robots: string | null }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        if (!answer || !request.url.endsWith("page")) continue;
        const { headers, url } = answer;
        all.push({
          url,
          policy: headers.get("referrer-policy"),
          robots: headers.get("x-robots-tag"),
        });
      }
    }
    return all;
  });
  expect(cachedPages).toHaveLength(2);
  expect(cachedPages).toContainEqual({
    url: "",
    policy: "strict-origin-when-cross-origin",
    robots: null,
  });
  expect(cachedPages).toContainEqual({
    url: "",
    policy: "no-referrer",
    robots: "noindex, nofollow, noarchive",
  });
  // A link that opens offline is served with its own page's headers.
  await page.context().setOffline(true);
  const opened = await page.goto("/follow#x");
  expect(opened?.headers()["referrer-policy"]).toBe("no-referrer");
});

test("the app is installable", async ({ world: { browserOf } }) => {
  const page = await browserOf();
  await page.goto("/");
  const cdp = await page.context().newCDPSession(page);
  const { errors, data = "" } = await cdp.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const { installabilityErrors } = await cdp.send("Page.getInstallabilityErrors");
  // A browser without a profile on disk cannot install apps.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  const manifest: { icons: Picture[]; screenshots: Picture[]; shortcuts: { url: string }[] } =
    JSON.parse(data);
  const { icons, screenshots, shortcuts } = manifest;
  expect(screenshots).toHaveLength(2);
  for (const { src, sizes } of [...icons, ...screenshots]) {
    const drawn = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(drawn).toBe(sizes);
  }
  expect(shortcuts.map(({ url }) => url)).toEqual(["/seek", "/host", "/your-rides", "/home?chat"]);
});

test("[domain/offline:bookings] a seat that was booked just now is complete offline: times, host, car and plate, price and PIN, and never a quote", async ({
  world: { browserOf, watch },
}) => {
  watch.serverMayBeAway();
  watch.mayComplain(/^unread messages not counted/);
  const host = await signUp(await browserOf(), testPerson("Hanna", "Arendt"));
  const page = await browserOf(WITH_WORKERS);
  await signUp(page, testPerson("Diego", "Rivera"));
  const car = { make: "VW", model: "Golf", colour: "grey", plate: "FR OF 17", seats: 4 };
  await host.call("firebase-auth/update-profile", { vehicles: [car] });
  const { vehicles } = await host.read<{ vehicles: { id: string }[] }>("firebase-auth/profile");
  const { id: rideId } = await host.call("rides", {
    ...rideAt(7),
    stops: [towns.karlsruhe, towns.mainz],
    approval: "instant",
    vehicleId: vehicles[0]?.id,
    contribution: { amountMinor: 1800, currency: "EUR" },
  });
  await page.goto("/home");
  await expectCached(page);

  const { karlsruhe, mainz } = towns;
  const part = new URLSearchParams({
    pickup: `${karlsruhe.lat},${karlsruhe.lng},${karlsruhe.label}`,
    dropoff: `${mainz.lat},${mainz.lng},${mainz.label}`,
  });
  await page.goto(`/rides/${rideId}?${part}`);
  await page.getByRole("button", { name: "Book instantly" }).first().tap();
  const sheet = page.getByRole("dialog", { name: "Book seats" });
  await sheet.getByRole("button", { name: "Book 1 seat" }).tap();
  const seat = page.getByRole("region", { name: "You have a seat" });
  await expect(seat).toBeVisible();
  const header = page.locator("header").filter({ has: page.getByRole("heading", { level: 1 }) });
  const times = await header.getByText(TIMES).innerText();
  const price = await header.getByText(/^€/).innerText();
  expect(price).not.toBe("€18");
  await expect(page.getByText(PIN).first()).toBeVisible();
  const pin = await page.getByText(PIN).first().innerText();
  for (const stored of [`"GET /rides/:rideId",{"params":{"rideId":"${rideId}"}}`, `"pin":"${pin}"`])
    await expect.poll(() => onDevice(page), { timeout: 30_000 }).toContain(stored);

  await page.context().setOffline(true);
  await page.goto("/home");
  await page.reload();
  const [departure = ""] = times.split(" ");
  const coming = page.getByRole("article").filter({ hasText: departure });
  await coming.getByRole("link").first().tap();
  for (const where of ["from the home page", "opened by its link"])
    await test.step(where, async () => {
      if (where === "opened by its link") await page.goto(`/rides/${rideId}`);
      await expect(seat).toBeVisible();
      await expect(header.getByRole("heading", { level: 1 })).toHaveText("Karlsruhe to Mainz");
      await expect(header).toContainText(times);
      await expect(header).toContainText(price);
      await expect(header).not.toContainText("€18");
      for (const known of ["Hanna A.", "VW Golf", car.plate, pin])
        await expect(page.locator("main")).toContainText(known);
    });
  await page.context().setOffline(false);
});

test("offline the app opens with the user's rides and chats, and a logout removes them from the device", async ({
  world: { browserOf, watch },
}) => {
  watch.serverMayBeAway();
  watch.mayComplain(/^unread messages not counted/);
  const page = await browserOf(WITH_WORKERS);
  const host = await signUp(page, testPerson("Hanna", "Arendt"));
  const other = await signUp(await browserOf(), testPerson("Walter", "Benjamin"));
  const { id: rideId } = await host.call("rides", rideAt(6));
  const { id: chatId } = await other.call("chat/conversations", { withUid: host.uid, rideId });
  await other.call(`chat/conversations/${chatId}/messages`, {
    clientId: crypto.randomUUID(),
    text: "By the old bridge",
  });
  await page.goto(`/rides/${rideId}`);
  await expectCached(page);
  await page.goto(`/home?chat=${chatId}`);
  await expect(drawer(page)).toContainText("By the old bridge");
  await expect.poll(() => onDevice(page)).toContain("By the old bridge");
  // The list, this conversation, its messages and the hosted rides, one reply each.
  const conversation = "GET /chat/conversations/:conversationId";
  const ofChat = `"params":{"conversationId":"${chatId}"}`;
  for (const part of [
    '"GET /chat/conversations"',
    `"${conversation}",{${ofChat}}`,
    `"${conversation}/messages",{${ofChat}`,
    '"GET /rides/my/:uid"',
  ])
    await expect.poll(() => onDevice(page)).toContain(part);

  await page.context().setOffline(true);
  await page.goto("/home");
  await expect(page.getByText("You're offline. This page may be out of date")).toBeVisible();
  await page
    .getByRole("link", { name: /Freiburg im Breisgau/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: /Cologne/ }).first()).toBeVisible();
  await chats(page).click();
  await drawer(page)
    .getByRole("button", { name: /Walter B\./ })
    .click();
  await expect(drawer(page)).toContainText("By the old bridge");
  await field(page).fill("I will be there");
  await field(page).press("Control+Enter");
  await expect(drawer(page)).toContainText("Waiting for connection");

  await page.context().setOffline(false);
  await expect(drawer(page).getByText("Waiting for connection")).toHaveCount(0);
  await expect
    .poll(() => other.read<{ items: { text: string }[] }>(`chat/conversations/${chatId}/messages`))
    .toMatchObject({ items: [{ text: "I will be there" }, { text: "By the old bridge" }] });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Account menu/ }).click();
  const ended = page.waitForResponse("**/api/identity/sign-out");
  await page.getByRole("menuitem", { name: /log ?out/i }).click();
  await page.waitForURL("**/");
  await ended;
  await expect.poll(() => onDevice(page)).toBe("");
  await page.context().setOffline(true);
  await page.goto("/home");
  await page.waitForURL("**/");
  expect(await page.evaluate(() => localStorage.getItem("commonlane.last-user"))).toBe(null);
});

test("a new version is offered and never reloads the page under someone who is typing", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(WITH_WORKERS);
  await signUp(page, testPerson("Rosa", "Luxemburg"));
  await page.goto("/home");
  await expectCached(page);
  await page.goto("/host");
  await expectCached(page);
  // To a browser, another URL is another version.
  await page.evaluate(async () => {
    document.documentElement.dataset["marked"] = "";
    await navigator.serviceWorker.register("/shell-worker.js?next", { scope: "/" });
  });
  await expect(bar(page)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.dataset["marked"])).toBe("");
  await bar(page).getByRole("button", { name: "Reload" }).click();
  await expect
    .poll(() => page.evaluate(() => "marked" in document.documentElement.dataset).catch(() => true))
    .toBe(false);
  await expect(bar(page)).toHaveCount(0);
});
