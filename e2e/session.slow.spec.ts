import type { Page } from "@playwright/test";
import { answered, countCalls } from "./support/accounts.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { FREIBURG, KOELN } from "./support/rides.ts";
import { signUp, PASSWORD, testPerson } from "./support/people.ts";
import { choosePlace } from "./support/places.ts";
import { expect, testOnOneServer as test } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const REFRESH = "**/api/identity/refresh";
/** A 401 on the console: one message of the browser, two of the app. */
const UNAUTHORIZED = /status of 401|status: 401/;
const account = (page: Page) => page.getByRole("button", { name: /^Account menu/ });
const path = (page: Page) => new URL(page.url()).pathname;

/** The requests of a browser's pages for a new ID token. */
function countRefreshes(page: Page): () => number {
  let count = 0;
  page.context().on("request", (request) => {
    if (request.url().endsWith("/api/identity/refresh")) count++;
  });
  return () => count;
}

/** Opens the menu and logs out. */
async function logOut(page: Page): Promise<void> {
  await account(page).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
}

/** Resolves when a page learns from another one that the session was renewed: from then on both have the new token. */
const waitForRenewal = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new BroadcastChannel("commonlane.session").addEventListener(
          "message",
          (news: MessageEvent<{ kind: string }>) => {
            if (news.data.kind === "renewed") resolve();
          },
        );
      }),
  );

const clockOf = (page: Page): Promise<number> => page.evaluate(() => Date.now());

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("a browser that lost its local storage, as Safari does after a week, is still signed in", async ({
  world: { browserOf },
}) => {
  const page = await browserOf();
  const nele = testPerson("Weekly", "Nele");
  await signUp(page, nele);
  await page.context().clearCookies();
  await page.goto("/login");
  await signIn(page, nele.email);
  await page.waitForURL("**/home");
  await page.evaluate(() => localStorage.clear());
  await page.goto("/home");
  await expect(account(page)).toBeVisible();
  expect(path(page)).toBe("/home");
  await logOut(page);
  await page.waitForURL((url) => url.pathname === "/");
  await page.evaluate(() => localStorage.clear());
  const refreshes = countRefreshes(page);
  await page.goto("/");
  await expect(
    page.getByRole("heading", { name: "Someone is already going your way." }),
  ).toBeVisible();
  expect(refreshes()).toBe(0);
});

test("[spec/2-routes:visitor] a visitor is redirected from protected screens and unknown paths to /", async ({
  world: { browserOf },
}) => {
  const page = await browserOf();
  for (const address of [
    "/home",
    "/active-drivers",
    "/host",
    "/seek",
    "/profile",
    "/no/such/page",
  ]) {
    await page.goto(address);
    await expect(
      page.getByRole("heading", { name: "Someone is already going your way." }),
    ).toBeVisible();
    expect(path(page), address).toBe("/");
  }
});

test("[spec/2-routes:signed-in] a signed-in user is redirected from visitor pages and unknown paths to /home", async ({
  world: { browserOf },
}) => {
  const page = await browserOf();
  await signUp(page, testPerson("Redirected", "Rosa"));
  for (const address of ["/", "/login", "/register", "/forgot-password", "/no/such/page"]) {
    await page.goto(address);
    await expect(account(page)).toBeVisible();
    expect(path(page), address).toBe("/home");
  }
});

test("[spec/2-routes:loading] a loading screen shows until the session is known, with a message if that takes long", async ({
  world: { browserOf },
}) => {
  const page = await browserOf();
  await signUp(page, testPerson("Loading", "Lena"));
  await page.clock.install();
  const answer = await holdRequests(page, REFRESH);
  await page.goto("/profile");
  await expect(page.getByRole("status").filter({ hasText: "Loading…" })).toBeVisible();
  await expect(account(page)).toBeHidden();
  await page.clock.fastForward(5_000);
  await expect(page.getByText("This is taking longer than usual…")).toBeVisible();
  answer();
  await expect(page.getByRole("region", { name: "How others see you" })).toBeVisible();
});

test("a failed session request is retried after 30 s and 60 s, on a click, and when back online", async ({
  world: { browserOf, watch },
}) => {
  const page = await browserOf();
  watch.serverMayBeAway();
  await signUp(page, testPerson("Retrying", "Rui"));
  const refreshCount = countRefreshes(page);
  await page.clock.install();
  await page.route(REFRESH, (route) => route.abort("connectionrefused"));
  await page.goto("/seek");
  const waiting = page.getByText("The server isn't responding. Trying again…");
  await expect(waiting).toBeVisible();
  expect(refreshCount()).toBe(1);
  await page.clock.runFor(29_000);
  expect(refreshCount()).toBe(1);
  await page.clock.runFor(1_000);
  await expect.poll(refreshCount).toBe(2);
  await page.clock.runFor(59_000);
  expect(refreshCount()).toBe(2);
  await page.clock.runFor(1_000);
  await expect.poll(refreshCount).toBe(3);
  await page.getByRole("button", { name: "Try now" }).click();
  await expect.poll(refreshCount).toBe(4);
  await page.context().setOffline(true);
  await expect(page.getByText("You're offline. Waiting for the network…")).toBeVisible();
  await page.unroute(REFRESH);
  await page.context().setOffline(false);
  // The clock is not moved: the network's return suffices.
  await expect(page.getByRole("heading", { name: "Find a ride" })).toBeVisible();
});

test("two tabs share one token renewal 5 minutes before expiry, one sign-out and one sign-in", async ({
  world: { browserOf, watch },
}) => {
  // A refetch is cancelled after its timeout of 10 s, which pass at once here.
  watch.serverMayBeAway();
  watch.mayComplain(/unread messages not counted|profile not loaded/);
  const first = await browserOf();
  const tara = testPerson("Tabbed", "Tara");
  const { email } = tara;
  await signUp(first, tara);
  await first.context().clock.install();
  const second = await first.context().newPage();
  const refreshCount = countRefreshes(first);
  const tokens = new Map<Page, string>();
  const beganAt = await clockOf(first);
  for (const page of [first, second]) {
    countCalls(page);
    page.on("request", (request) => {
      const { authorization } = request.headers();
      if (authorization && request.url().includes("/api/rides")) tokens.set(page, authorization);
    });
    await page.goto("/home");
    await expect(account(page)).toBeVisible();
    // A chunk that is still loading is given up after two minutes, which pass at once here.
    await page.waitForLoadState("networkidle");
  }
  expect(refreshCount()).toBe(2);
  const before = tokens.get(second);

  // Until shortly before the first token is due, however long opening the pages took.
  const tookMs = (await clockOf(first)) - beganAt;
  const renewed = Promise.race([first, second].map(waitForRenewal));
  await first.context().clock.fastForward(53.5 * 60_000 - tookMs);
  expect(refreshCount()).toBe(2);
  const withinMs = 90_000 + tookMs;
  for (let ms = 0; ms < withinMs && refreshCount() === 2; ms += 5_000) {
    // A call in progress would reach its timeout of 10 s at once, and its page would show an error.
    for (const page of [first, second]) await answered(page);
    await first.context().clock.runFor(5_000);
  }
  await expect.poll(refreshCount).toBe(3);
  // A sent request is not a reply: a page that continues before it still uses the old token.
  await renewed;
  for (const page of [first, second]) {
    await page.getByRole("link", { name: "Seek", exact: true }).first().click();
    await expect(page.getByRole("heading", { name: "Find a ride" })).toBeVisible();
    await answered(page);
  }
  tokens.clear();
  // Home's data is then too old to be shown without a refetch.
  await first.context().clock.fastForward("05:00");
  for (const page of [first, second]) {
    await page.getByRole("link", { name: "Home", exact: true }).first().click();
    await expect.poll(() => tokens.get(page)).toBeDefined();
  }
  expect(tokens.get(first)).toBe(tokens.get(second));
  expect(tokens.get(first)).not.toBe(before);
  expect(refreshCount()).toBe(3);

  await logOut(second);
  for (const page of [first, second]) await page.waitForURL("**/");
  await first.goto("/login");
  await signIn(first, email);
  for (const page of [first, second]) {
    await expect(account(page)).toBeVisible();
    expect(path(page)).toBe("/home");
  }
});

test("a session that ends in the middle of a form keeps the input and leads back to it", async ({
  world: { browserOf, watch },
}) => {
  const page = await browserOf();
  const host = testPerson("Expired", "Enzo");
  await signUp(page, host);
  await page.goto("/host");
  await choosePlace(page.getByRole("combobox", { name: "From" }), "Freibur", FREIBURG);
  await choosePlace(page.getByRole("combobox", { name: "To", exact: true }), "Köl", KOELN);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Departure").fill("07:45");

  watch.mayComplain(UNAUTHORIZED);
  await page.request.post("/api/identity/sign-out", { data: {} });
  await page.waitForURL("**/");
  const notice = "Your session has ended. Sign in to pick up where you left off.";
  await expect(page.getByText(notice)).toBeInViewport({ ratio: 1 });
  await page.getByRole("main").getByRole("link", { name: "Sign in", exact: true }).click();
  await expect(page.getByText(notice)).toBeVisible();
  await signIn(page, host.email);
  await page.waitForURL("**/host");
  await expect(page.getByRole("heading", { name: "Time", level: 2 })).toBeVisible();
  await expect(page.getByLabel("Departure")).toHaveValue("07:45");
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "From" })).toHaveValue(FREIBURG);

  // The way back works once, if the user did not leave on purpose.
  await logOut(page);
  await page.waitForURL("**/");
  await expect(page.getByText(notice)).toBeHidden();
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes("host"))),
  ).toEqual([]);
  await page.goto("/login");
  await signIn(page, host.email);
  await page.waitForURL("**/home");
});

test("a link to a protected page asks to sign in and then opens it, with its hash; /home alone does not", async ({
  world: { browserOf },
}) => {
  const page = await browserOf();
  const linus = testPerson("Linked", "Linus");
  await signUp(page, linus);
  await page.context().clearCookies();
  const notice = page.getByText("This page is for members. Sign in to see it.");
  await page.goto("/home");
  await page.waitForURL("**/");
  await page.waitForLoadState("networkidle");
  await expect(notice).toBeHidden();

  await page.goto("/profile#notifications");
  await expect(notice).toBeInViewport({ ratio: 1 });
  expect(path(page)).toBe("/");
  await page.getByRole("main").getByRole("link", { name: "Sign in", exact: true }).click();
  await expect(notice).toBeVisible();
  await signIn(page, linus.email);
  await page.waitForURL("**/settings/notifications");
  await expect(page.getByRole("heading", { name: "Notifications", level: 1 })).toBeVisible();
});

test("every page shows that it is offline, and a slow response after 5 s", async ({
  world: { browserOf, watch },
}) => {
  const page = await browserOf();
  watch.serverMayBeAway();
  await page.goto("/terms-of-use");
  await expect(page.locator(".first-paint")).toHaveCount(0);
  await page.context().setOffline(true);
  const offline = page.getByText(
    "You're offline. This page may be out of date, and you can't make changes.",
  );
  await expect(offline).toBeVisible();
  await page.context().setOffline(false);
  await expect(offline).toBeHidden();

  await signUp(page, testPerson("Slow", "Sara"));
  await page.clock.install();
  await page.goto("/home");
  await expect(account(page)).toBeVisible();
  const answer = await holdRequests(page, "**/api/rides/incoming-requests*");
  await page.goto("/requests");
  await expect(account(page)).toBeVisible();
  await page.clock.runFor(5_000);
  const slow = page.getByText("The connection is slow. Still waiting for the server…");
  await expect(slow).toBeVisible();
  answer();
  await expect(slow).toBeHidden();
});
