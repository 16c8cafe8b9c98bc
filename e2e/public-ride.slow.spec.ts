import { expectNoBarriers } from "./support/axe.ts";
import { press } from "./support/keyboard.ts";
import { registerAndSignIn, signUp, testPerson } from "./support/people.ts";
import { tomorrow } from "./support/places.ts";
import { rideAt, WAY } from "./support/rides.ts";
import { DESKTOP, expect, PHONE, testOnOneServer as test } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const TITLE = "Freiburg im Breisgau to Cologne";

test("a host opens a ride by keyboard, and a visitor reads it without scripts, signs up on a phone and lands on it", async ({
  world: { browserOf },
}) => {
  const hostPage = await browserOf(DESKTOP);
  const host = await signUp(hostPage, testPerson("Amara", "Public"));
  const contribution = { amountMinor: 1800, currency: "EUR" };
  const { id } = await host.call("rides", { ...rideAt(7), contribution });
  const path = `/rides/${id}`;

  await test.step("by keyboard: the share sheet says what visitors see", async () => {
    await hostPage.goto(path);
    await press(hostPage.getByRole("button", { name: "Share", exact: true }));
    const sheet = hostPage.getByRole("dialog", { name: "Share" });
    await expect(sheet.getByRole("img", { name: "QR code of the link" })).toBeVisible();
    await expect(sheet.getByText("without an account")).toBeVisible();
    const field = sheet.getByRole("checkbox", { name: "Anyone with the link can see this ride" });
    await press(field, "Space");
    await expect(field).toBeChecked();
    await expect(field).toBeEnabled();
    await expectNoBarriers(hostPage, "share sheet at 1440 px", undefined, "dialog[open]");
  });

  await test.step("without JavaScript: places, time, price and seats, and no more of the host than the first name", async () => {
    const reader = await browserOf({ ...PHONE, javaScriptEnabled: false });
    await reader.goto(path);
    await expect(reader.getByRole("heading", { name: TITLE, level: 1 })).toBeVisible();
    const page = reader.getByRole("main");
    for (const text of ["€18 per seat", "3 free seats", "Amara"])
      await expect(page.getByText(text)).toBeVisible();
    await expect(reader.getByText("Public")).toHaveCount(0);
    const map = "Map with a route from Freiburg im Breisgau to Cologne";
    await expect(reader.getByRole("img", { name: map })).toBeVisible();
    await reader.getByRole("link", { name: "Sign in" }).tap();
    await expect(reader.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  });

  await test.step("by touch: sign up, code, sign in, and the ride", async () => {
    const visitor = await browserOf(PHONE);
    const mei = testPerson("Mei", "Visitor");
    await visitor.goto(path);
    await expectNoBarriers(visitor, "public ride at 390 px");
    await visitor.getByRole("link", { name: "Sign up to ask for a seat" }).tap();
    await registerAndSignIn(visitor, mei);
    await visitor.waitForURL(`**${path}`);
    await expect(visitor.getByRole("heading", { name: TITLE, level: 1 })).toBeVisible();
    await expect(visitor.getByRole("navigation", { name: "Main" }).first()).toBeVisible();
  });

  await test.step("closed again, the link shows visitors nothing", async () => {
    const field = hostPage.getByRole("checkbox", {
      name: "Anyone with the link can see this ride",
    });
    await field.click();
    await expect(field).not.toBeChecked();
    await expect(field).toBeEnabled();
    const stranger = await browserOf(PHONE);
    const reply = await stranger.request.get(path, { headers: { accept: "text/html" } });
    expect(reply.status()).toBe(404);
    expect(await reply.text()).not.toContain("Cologne");
  });
});

test("the landing page shows visitors what is on offer: public rides and events, each with its page", async ({
  world: { browserOf },
}) => {
  const hostPage = await browserOf(DESKTOP);
  const host = await signUp(hostPage, testPerson("Lena", "Offers"));
  const { id } = await host.call("rides", rideAt(9));
  await hostPage.goto(`/rides/${id}`);
  await hostPage.getByRole("button", { name: "Share", exact: true }).click();
  const open = hostPage.getByRole("checkbox", { name: "Anyone with the link can see this ride" });
  await open.click();
  await expect(open).toBeChecked();
  await expect(open).toBeEnabled();
  await host.call("events", {
    title: "Open day of the week",
    place: WAY.destination,
    startsAt: `${tomorrow()}T15:00:00Z`,
    endsAt: `${tomorrow()}T20:00:00Z`,
    isPublic: true,
  });

  for (const size of [PHONE, DESKTOP]) {
    const visitor = await browserOf(size);
    await visitor.goto("/");
    const offers = visitor.getByRole("region", { name: "On offer this week" });
    await expect(offers.getByRole("link", { name: TITLE })).toContainText("Free");
    await offers.getByRole("link", { name: TITLE }).click();
    await expect(visitor.getByRole("heading", { name: TITLE, level: 1 })).toBeVisible();
    await visitor.goBack();
    await offers.getByRole("link", { name: /^Open day of the week/ }).click();
    await expect(visitor.getByRole("heading", { name: "Open day of the week" })).toBeVisible();
  }
});

test("what is typed before the scripts have run stays, and Enter is answered once they have", async ({
  world: { browserOf, watch },
}) => {
  const page = await browserOf(PHONE);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    if (!route.request().url().includes("/early-")) await held;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  const email = page.getByLabel("E-mail");
  const password = page.getByLabel("Password", { exact: true });
  await email.fill("mei@example.org");
  await password.pressSequentially("Correct");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/login");
  await expect(page.locator(".first-paint")).toHaveCount(1);
  watch.mayComplain(/status of 401|status: 401|status of 403|status: 403/);
  release();
  await expect(page.locator(".first-paint")).toHaveCount(0);
  await expect(email).toHaveValue("mei@example.org");
  await expect(password).toHaveValue("Correct");
  await expect(page.getByRole("alert")).toContainText("password");
  // The app has stored it as a draft, so it knows it, too.
  await page.reload();
  await expect(email).toHaveValue("mei@example.org");
});
