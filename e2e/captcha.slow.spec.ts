import type { Page } from "@playwright/test";
import { expect, testOnOneServer as test } from "./support/test.ts";

/** A local host name that browsers do not treat as a secure context, like an address on a local network. */
const LAN = "commonlane.test";
test.use({
  // On loopback the server accepts local host names only.
  settings: { HOST: "0.0.0.0" },
  launchOptions: async ({ launchOptions }, use) => {
    const args = (launchOptions.args ?? []).filter(
      (arg) => !arg.startsWith("--host-resolver-rules"),
    );
    await use({
      ...launchOptions,
      args: [
        ...args,
        `--host-resolver-rules=MAP ${LAN} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
      ],
    });
  },
});

const container = (page: Page) => page.locator("#captcha-container");
/** The actions for which the page has requested a challenge, updated with each request. */
const challenges = (page: Page) => {
  const actions: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/api/captcha/challenge") actions.push(searchParams.get("action") ?? "");
  });
  return actions;
};

async function askForNewPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send the code" }).click();
}
const codeSent = (page: Page) =>
  expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();

test("[spec/2-captcha:off-screen] the container is off-screen on every page and requests nothing before a form is used", async ({
  world,
}) => {
  const page = await world.browserOf();
  const requestedChallenges = challenges(page);
  for (const path of [
    "/",
    "/login",
    "/register",
    "/forgot-password",
    "/verify-email",
    "/privacy-policy",
    "/terms-of-use",
  ]) {
    await page.goto(path);
    await expect(container(page)).toBeAttached();
    const box = await container(page).boundingBox();
    expect(box && box.x + box.width, path).toBeLessThan(0);
    await expect(container(page)).toHaveAttribute("aria-hidden", "true");
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      path,
    ).toBe(true);
  }
  expect(requestedChallenges).toEqual([]);
});

test("a worker solves the proof of work while the form is filled in", async ({ world }) => {
  const page = await world.browserOf();
  const requestedChallenges = challenges(page);
  await page.goto("/forgot-password");
  const worker = page.waitForEvent("worker");
  await page.getByLabel("E-mail").focus();
  expect(new URL((await worker).url()).origin).toBe(world.server.address);
  await expect(container(page)).toHaveAttribute("data-state", "ready");
  expect(requestedChallenges).toEqual(["password-reset-code"]);
  await askForNewPassword(page, "early@example.org");
  await codeSent(page);
  expect(requestedChallenges).toHaveLength(1);
});

test("without TLS the page solves the proof of work itself", async ({ browser, world }) => {
  const { port } = new URL(world.server.address);
  const context = await browser.newContext({ baseURL: `http://${LAN}:${port}` });
  const page = await context.newPage();
  await page.goto("/forgot-password");
  expect(await page.evaluate(() => [isSecureContext, "subtle" in crypto])).toEqual([false, false]);
  await askForNewPassword(page, "by-hand@example.org");
  await codeSent(page);
});

test("the page solves the proof of work itself if the worker cannot be loaded", async ({
  browser,
  world,
}) => {
  const context = await browser.newContext({ baseURL: world.server.address });
  const page = await context.newPage();
  await context.route(/proof\.worker/, (route) => route.abort());
  await page.goto("/forgot-password");
  await askForNewPassword(page, "no-worker@example.org");
  await codeSent(page);
});

test("a rejected proof is solved again, and the input is kept", async ({ browser, world }) => {
  const context = await browser.newContext({ baseURL: world.server.address });
  const page = await context.newPage();
  const requestedChallenges = challenges(page);
  let spoiled = 0;
  await page.route("**/api/auth/send-forgot-password-email-otp", (route) => {
    const spoil = spoiled++ === 0 ? { "captcha-proof": "bm90aGluZw==" } : {};
    return route.continue({ headers: { ...route.request().headers(), ...spoil } });
  });
  await page.goto("/forgot-password");
  await askForNewPassword(page, "again@example.org");
  await codeSent(page);
  expect([spoiled, requestedChallenges.length]).toEqual([2, 2]);
});
