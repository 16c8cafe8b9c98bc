import type { CDPSession } from "@playwright/test";
import { bell, isLive } from "./support/live.ts";
import { signUp, testPerson } from "./support/people.ts";
import { rideAt } from "./support/rides.ts";
import { expect, testOnOneServer as test } from "./support/test.ts";

test.describe.configure({ mode: "default" });

test("the bell counts new notifications live; opening one leads to its subject and marks it read", async ({
  world: { browserOf },
}) => {
  const page = await browserOf();
  const host = await signUp(page, testPerson("Bella", "Host"));
  const seeker = await signUp(await browserOf(), testPerson("Sunny", "Seeker"));
  const { id } = await host.call("rides", rideAt(6));
  await page.goto("/notifications");
  await expect(page.getByRole("heading", { name: "No notifications yet" })).toBeVisible();
  await isLive(page);
  await seeker.call(`rides/${id}/request`, { seats: 2 });
  await expect(bell(page)).toHaveAccessibleName("1 unread notification");
  await page.getByRole("link", { name: /Sunny S\. requested 2 seats/ }).click();
  await page.waitForURL(`**/rides/${id}`);
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await bell(page).click();
  await expect(page.getByRole("link", { name: /^Sunny S\. requested 2 seats/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark all as read" })).toHaveCount(0);
});

test("a test e-mail shows its delivery status, and the notification settings are saved", async ({
  world: { browserOf },
}) => {
  const page = await browserOf();
  const tess = testPerson("Tess", "Tester");
  await signUp(page, tess);
  // The former address, which older notifications link to.
  await page.goto("/profile#notifications");
  await page.waitForURL("**/settings/notifications");
  await expect(page.getByRole("heading", { name: "Notifications", level: 1 })).toBeFocused();
  await isLive(page);
  await page.getByRole("button", { name: "Send test e-mail" }).click();
  await expect(page.getByText("E-mail: sent")).toBeVisible();
  const letters = await page.request.get(`/dev/mailbox.json?to=${tess.email}`);
  expect(await letters.json()).toContainEqual(
    expect.objectContaining({ subject: "Test notification" }),
  );
  await page.getByRole("checkbox", { name: "Reminders: E-mail" }).uncheck();
  await page.getByRole("checkbox", { name: "Quiet hours" }).check();
  const saved = page.waitForResponse(
    (answer) =>
      answer.request().method() === "PUT" && (answer.request().postData() ?? "").includes("23:15"),
  );
  await page.getByLabel("From", { exact: true }).fill("23:15");
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("23:15");
  await saved;
  await page.getByLabel("Until").fill("23:15");
  await expect(page.getByText("Start and end must be different.")).toBeVisible();
  await expect(page.getByLabel("Until")).toHaveValue("23:15");
  await page.getByLabel("Until").fill("06:15");
  await expect(page.getByText(/^Start and end must/)).toBeHidden();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Reminders: E-mail" })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Reminders: Push" })).toBeChecked();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("23:15");
});

test("each notification shows its delivery status; a failed list is not shown as empty", async ({
  world: { browserOf, watch },
}) => {
  watch.serverMayBeAway();
  const page = await browserOf();
  const tess = await signUp(page, testPerson("Tess", "Older"));
  for (let n = 0; n < 7; n++) await tess.call("notifications/test", { channel: "email" });
  await page.route("**/api/notifications?**", (route) => route.abort());
  await page.goto("/settings/notifications");
  const alert = page.getByRole("region", { name: "Notification settings" }).getByRole("alert");
  await expect(alert).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText("Send a test to check that they reach you")).toHaveCount(0);
  await page.unroute("**/api/notifications?**");
  await alert.getByRole("button", { name: "Try again" }).click();
  const last = page.getByRole("list", { name: "Recent deliveries" }).getByText(/^E-mail: /);
  await expect(last).toHaveCount(5);
  await page.getByRole("button", { name: "Show older" }).click();
  await expect(last).toHaveCount(7);
});

test("failed changes of quiet hours and read marks are undone and reported", async ({
  world: { browserOf, watch },
}) => {
  watch.serverMayBeAway();
  const page = await browserOf();
  const tess = await signUp(page, testPerson("Tess", "Unsaved"));
  await tess.call("notifications/test", { channel: "email" });
  const calls = /\/api\/notifications\/(?:settings|read)$/;
  const noneSaved = () =>
    page.route(calls, (route) =>
      route.request().method() === "GET" ? route.fallback() : route.abort(),
    );
  const settings = page.getByRole("region", { name: "Notification settings" });
  const quiet = settings.getByRole("checkbox", { name: "Quiet hours" });
  const from = settings.getByLabel("From", { exact: true });
  const serverAlert = page
    .getByRole("main")
    .getByRole("alert")
    .filter({ hasText: "We couldn't reach the server." });

  await noneSaved();
  await page.goto("/settings/notifications");
  await quiet.click();
  await expect(serverAlert).toBeVisible();
  await expect(quiet).not.toBeChecked();
  await page.unroute(calls);
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === "PUT" && answer.ok(),
  );
  await quiet.click();
  await saved;
  await expect(serverAlert).toHaveCount(0);
  await noneSaved();
  await from.fill("23:15");
  await expect(serverAlert).toBeVisible();
  await expect(from).toHaveValue("22:00");

  await page.goto("/notifications");
  const markAll = page.getByRole("button", { name: "Mark all as read" });
  await markAll.click();
  await expect(serverAlert).toBeVisible();
  await page.unroute(calls);
  await markAll.click();
  await expect(markAll).toHaveCount(0);
  await expect(serverAlert).toHaveCount(0);
});

test("if older notifications cannot be loaded the list stays and the button retries", async ({
  world: { browserOf, watch },
}) => {
  watch.serverMayBeAway();
  const page = await browserOf();
  const tess = await signUp(page, testPerson("Tess", "Further"));
  for (let n = 0; n < 6; n++) await tess.call("notifications/test", { channel: "email" });
  await page.goto("/settings/notifications");
  const last = page.getByRole("list", { name: "Recent deliveries" }).getByText(/^E-mail: /);
  await expect(last).toHaveCount(5);
  // Each delivery refetches the list, which would cancel the older page.
  await expect(last.filter({ hasText: "pending" })).toHaveCount(0);
  await page.route("**/api/notifications?**", (route) => route.abort());
  const older = page.getByRole("button", { name: "Show older" });
  await older.click();
  const alert = page.getByRole("region", { name: "Notification settings" }).getByRole("alert");
  await expect(alert).toContainText("We couldn't load more.", { timeout: 15_000 });
  await expect(last).toHaveCount(5);
  await page.unroute("**/api/notifications?**");
  await older.click();
  await expect(last).toHaveCount(6);
  await expect(alert).toHaveCount(0);
});

test("[spec/8-push:words] the push permission is requested on a click only, and obstacles are explained", async ({
  world: { browserOf, watch },
}) => {
  watch.mayComplain(/^push |^Chrome currently does not support the Push API in incognito mode/);
  const page = await browserOf({ serviceWorkers: "allow" });
  await page.addInitScript(() => {
    Object.defineProperty(Notification, "permission", {
      get: () => localStorage.getItem("permission") ?? "default",
    });
    Notification.requestPermission = () => {
      localStorage.setItem("asked", "yes");
      return Promise.resolve(localStorage.getItem("answer") === "denied" ? "denied" : "default");
    };
  });
  await signUp(page, testPerson("Perry", "Missions"));
  await page.goto("/notifications");
  const turnOn = page.getByRole("button", { name: "Turn on push" });
  await expect(turnOn).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("asked"))).toBe(null);
  await turnOn.click();
  await expect(page.getByRole("alert")).toContainText("You haven't allowed notifications yet.");
  await page.evaluate(() => localStorage.setItem("answer", "denied"));
  await turnOn.click();
  await expect(page.getByRole("alert")).toContainText(
    "Your browser blocks notifications from this site.",
  );
  // This Chromium cannot reach a push service.
  await page.evaluate(() => localStorage.setItem("permission", "granted"));
  await turnOn.click();
  await expect(page.getByRole("alert")).toContainText(
    "Your browser couldn't reach its push service.",
  );
});

test("a push arrives with every page closed, is shown, counted on the icon, and confirmed", async ({
  world: { browserOf, server },
}) => {
  const page = await browserOf({ serviceWorkers: "allow" });
  const context = page.context();
  await context.grantPermissions(["notifications"], { origin: server.address });
  await signUp(page, testPerson("Paula", "Push"));
  await page.goto("/notifications");
  const watcher = await context.newPage();
  const cdp = await context.newCDPSession(watcher);
  const registered = registrationOf(cdp, "/push/");
  await cdp.send("ServiceWorker.enable");
  await page.evaluate(async () => {
    const { active, installing } = await navigator.serviceWorker.register("/push-worker.js", {
      scope: "/push/",
    });
    if (active) return;
    await new Promise((resolve) =>
      installing?.addEventListener("statechange", resolve, { once: true }),
    );
  });
  const registrationId = await registered;
  await page.close();
  const [worker] = context
    .serviceWorkers()
    .filter((candidate) => candidate.url().endsWith("/push-worker.js"));
  // The number that the system would show on the icon of the installed app.
  await worker?.evaluate(() => {
    const shown: number[] = [];
    const show = async (count: number) => void shown.push(count);
    Object.assign(globalThis, { shown });
    Object.defineProperty(navigator, "setAppBadge", { value: show });
    Object.defineProperty(navigator, "clearAppBadge", { value: () => show(0) });
  });

  const batchId = crypto.randomUUID();
  const data = JSON.stringify({
    title: "Hedy L. accepted your request",
    text: "Freiburg → Cologne",
    path: "/notifications",
    tag: "one",
    batchId,
    unread: 3,
  });
  const arrival = context.waitForEvent("request", (request) =>
    request.url().endsWith("/api/notifications/received"),
  );
  await cdp.send("ServiceWorker.deliverPushMessage", {
    origin: server.address,
    registrationId,
    data,
  });
  expect((await arrival).postDataJSON()).toEqual({ batchId });
  await cdp.send("ServiceWorker.deliverPushMessage", {
    origin: server.address,
    registrationId,
    data,
  });

  const read = JSON.stringify({
    title: "Read elsewhere",
    text: "",
    path: "/notifications",
    tag: "one",
    unread: 0,
  });
  await cdp.send("ServiceWorker.deliverPushMessage", {
    origin: server.address,
    registrationId,
    data: read,
  });
  await expect
    .poll(() => worker?.evaluate(() => Reflect.get(globalThis, "shown")))
    .toEqual([3, 3, 0]);
  await cdp.send("ServiceWorker.deliverPushMessage", {
    origin: server.address,
    registrationId,
    data,
  });

  const back = await context.newPage();
  await back.goto("/notifications");
  const shown = () =>
    back.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration("/push/");
      return (await registration?.getNotifications())?.map(
        ({ title, body }) => `${title}: ${body}`,
      );
    });
  await expect.poll(shown).toEqual(["Hedy L. accepted your request: Freiburg → Cologne"]);

  await test.step("a tap opens its page where the user is signed in, and otherwise in a new window", async () => {
    await watcher.close();
    await back.goto("/home");
    // Until its script is there, the page does not answer.
    await expect(async () => {
      await worker?.evaluate(tapNotification);
      await expect(back).toHaveURL(/notifications$/, { timeout: 1_000 });
    }).toPass();
    await back.goto("/privacy-policy");
    await worker?.evaluate(tapNotification);
    await expect
      .poll(() => worker?.evaluate(() => Reflect.get(globalThis, "opened")))
      .toBe("/notifications");
  });
});

/** In the worker: as if the user tapped the last push. Only a real tap may open a window, so it is noted instead. */
function tapNotification(): void {
  const clients = Reflect.get(globalThis, "clients");
  clients.openWindow = async (opened: string) => void Object.assign(globalThis, { opened });
  Object.assign(globalThis, { opened: undefined });
  const event = Object.assign(new Event("notificationclick"), {
    notification: { close: () => undefined, data: { path: "/notifications" } },
    waitUntil: () => undefined,
  });
  dispatchEvent(event);
}

/** The number under which the browser knows the service worker of a scope. */
function registrationOf(cdp: CDPSession, scope: string): Promise<string> {
  return new Promise((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(
        ({ scopeURL, isDeleted }) => scopeURL.endsWith(scope) && !isDeleted,
      );
      if (ours) resolve(ours.registrationId);
    });
  });
}
