import type { Page } from "@playwright/test";
import { bell, isLive } from "./support/live.ts";
import { signUp, testPerson } from "./support/people.ts";
import { BufferingProxy } from "./support/proxy.ts";
import { rideAt } from "./support/rides.ts";
import { expect, testOnOneServer as test } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const sign = (page: Page) => page.getByText("Reconnecting…");

test("a lost connection is shown and recovers without loss", async ({
  world: { browserOf, server, watch },
}) => {
  watch.serverMayBeAway();
  const proxy = await BufferingProxy.before(server.address);
  try {
    const page = await browserOf({ baseURL: proxy.address });
    watch.alsoAt(proxy.address);
    const host = await signUp(page, testPerson("Cuno", "Cut"));
    const seeker = await signUp(await browserOf(), testPerson("Sina", "Asks"));
    const { id } = await host.call("rides", rideAt(8));
    await page.goto("/notifications");
    await isLive(page);
    await expect(sign(page)).toBeHidden();
    proxy.cut();
    await expect(sign(page)).toBeVisible();
    await seeker.call(`rides/${id}/request`, { seats: 2 });
    proxy.mend();
    await expect(sign(page)).toBeHidden();
    await expect(bell(page)).toHaveAccessibleName("1 unread notification");
  } finally {
    proxy.close();
  }
});

test("with the server down the app opens and messages wait; all continues when it is back", async ({
  world: { browserOf, server, watch },
}) => {
  watch.serverMayBeAway();
  const page = await browserOf();
  const hostPage = await browserOf();
  const host = await signUp(hostPage, testPerson("Gerda", "Gone"));
  await signUp(page, testPerson("Wanda", "Writes"));
  const { id } = await host.call("rides", rideAt(14));
  await hostPage.goto("/home");
  await page.goto(`/rides/${id}`);
  await page.getByRole("button", { name: "Message", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Chats" });
  const field = drawer.getByRole("textbox", { name: "Message" });
  const log = drawer.getByRole("log");
  await field.fill("Before");
  await field.press("Control+Enter");
  await expect(hostPage.getByRole("button", { name: /^Chats/ })).toHaveText("Chats1 unread");
  await isLive(page);

  const gone = page.getByText("Reconnecting… We can't reach the server.");
  await expect(gone).toBeHidden();
  await server.kill();
  await expect(gone).toBeVisible();
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await field.fill("Meanwhile");
  await field.press("Control+Enter");
  await expect(log.getByText("Waiting for connection")).toHaveCount(1);
  await server.start();
  await expect(gone).toBeHidden({ timeout: 30_000 });
  await expect(log.getByText("Waiting for connection")).toHaveCount(0);
  await expect(hostPage.getByRole("button", { name: /^Chats/ })).toHaveText("Chats2 unread", {
    timeout: 30_000,
  });

  watch.mayComplain(/^call failed .*code: unexpected_reply/);
  // As in a hotel's network: something other than the server answers.
  const calls = /\/(?:api|live|health)\//;
  await page.route(calls, (route) =>
    route.fulfill({ status: 200, contentType: "text/html", body: "Sign in" }),
  );
  await page.reload();
  await expect(page.getByRole("button", { name: /^Account menu/ })).toBeVisible();
  await expect(gone).toBeVisible();
  await page.unroute(calls);
  await expect(gone).toBeHidden();
  await expect(page.getByRole("button", { name: "Ask for a seat" })).toBeVisible();
});

for (const websockets of ["refuse", "swallow"] as const) {
  test(`behind a proxy that holds answers back and lets websockets ${websockets === "refuse" ? "be refused" : "wait for ever"}, the client polls`, async ({
    world: { browserOf, server, watch },
  }) => {
    watch.serverMayBeAway();
    const proxy = await BufferingProxy.before(server.address);
    proxy.websockets = websockets;
    try {
      const page = await browserOf({ baseURL: proxy.address });
      watch.alsoAt(proxy.address);
      const host = await signUp(page, testPerson("Polly", websockets));
      const seeker = await signUp(await browserOf(), testPerson("Sven", websockets));
      const { id } = await host.call("rides", rideAt(websockets === "refuse" ? 10 : 12));
      await page.goto("/notifications");
      await isLive(page);
      await seeker.call(`rides/${id}/request`, { seats: 2 });
      await expect(bell(page)).toHaveAccessibleName("1 unread notification");
      expect(proxy.seen.websockets).toBe(0);
      await expect.poll(() => proxy.seen.polls).toBeGreaterThan(2);
      // Before its proxy, which a request may be using at this moment.
      await page.close();
    } finally {
      proxy.close();
    }
  });
}
