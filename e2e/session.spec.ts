import type { Page } from "@playwright/test";
import { answered, countCalls } from "./support/accounts.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { FREIBURG, KOELN } from "./support/rides.ts";
import { signUp, PASSWORD, testPerson } from "./support/people.ts";
import { choosePlace } from "./support/places.ts";
import { expect, testOnOneServer as test } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const REFRESH = "**/api/identity/refresh";
/** A 401 on the console: the browser's word, and the app's two. */
const UNAUTHORIZED = /status of 401|status: 401/;
const account = (page: Page) => page.getByRole("button", { name: /^Account menu/ });
const path = (page: Page) => new URL(page.url()).pathname;

/** What the pages of a browser ask the server for a new ID token. */
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

/** Resolves when a page hears from another one that the session was renewed: from then on both have the new token. */
const hearsOfRenewal = (page: Page): Promise<void> =>
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

test("a browser that lost its local storage, as Safari's does after a week, is still signed in", async ({
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
  await expect(page.getByRole("heading", { name: "Someone is already going your way." })).toBeVisible();
  expect(refreshes()).toBe(0);
});

test("[spec/2-routes:visitor] a visitor is taken from every protected screen, and from any unknown path, to /", async ({
  world: { browserOf },
}) => {
  const page = await browserOf();
  for (const address of ["/home", "/active-drivers", "/host", "/seek", "/profile", "/no/such/page"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "Someone is already going your way." })).toBeVisible();
    expect(path(page), address).toBe("/");
  }
});

test("[spec/2-routes:signed-in] whoever is signed in is taken from the visitors' pages, and from any unknown path, to /home", async ({
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

test("[spec/2-routes:loading] a loading screen shows until it is known who is there, and says when that takes long", async ({
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
  await expect(page.getByRole("form", { name: "About you" })).toBeVisible();
});

test("[issue3/session:retry] without an answer it is asked again after 30 s and 60 s, at a press, and when the network is back", async ({
  world: { browserOf, watch },
}) => {
  const page = await browserOf();
  watch.serverMayBeAway();
  await signUp(page, testPerson("Retrying", "Rui"));
  const asked = countRefreshes(page);
  await page.clock.install();
  await page.route(REFRESH, (route) => route.abort("connectionrefused"));
  await page.goto("/seek");
  const waiting = page.getByText("The server isn't responding. Trying again…");
  await expect(waiting).toBeVisible();
  expect(asked()).toBe(1);
  await page.clock.runFor(29_000);
  expect(asked()).toBe(1);
  await page.clock.runFor(1_000);
  await expect.poll(asked).toBe(2);
  await page.clock.runFor(59_000);
  expect(asked()).toBe(2);
  await page.clock.runFor(1_000);
  await expect.poll(asked).toBe(3);
  await page.getByRole("button", { name: "Try now" }).click();
  await expect.poll(asked).toBe(4);
  await page.context().setOffline(true);
  await expect(page.getByText("You're offline. Waiting for the network…")).toBeVisible();
  await page.unroute(REFRESH);
  await page.context().setOffline(false);
  // Nobody moves the clock: the network's return is enough.
  await expect(page.getByRole("heading", { name: "Find a ride" })).toBeVisible();
});

test("[issue3/tabs:two-pages] two tabs share one renewal 5 minutes before the end, one sign-out and one sign-in", async ({
  world: { browserOf, watch },
}) => {
  // Reading again what is shown may be given up after its 10 s, which pass in a moment here.
  watch.serverMayBeAway();
  watch.mayComplain(/unread messages not counted|profile not loaded/);
  const first = await browserOf();
  const tara = testPerson("Tabbed", "Tara");
  const { email } = tara;
  await signUp(first, tara);
  await first.context().clock.install();
  const second = await first.context().newPage();
  const asked = countRefreshes(first);
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
    // A part that is still on its way would be given up after its two minutes, which pass in a moment here.
    await page.waitForLoadState("networkidle");
  }
  expect(asked()).toBe(2);
  const before = tokens.get(second);

  // Until shortly before the first of their tokens is due, however long it took to open the pages on a busy machine.
  const tookMs = (await clockOf(first)) - beganAt;
  const renewed = Promise.race([first, second].map(hearsOfRenewal));
  await first.context().clock.fastForward(53.5 * 60_000 - tookMs);
  expect(asked()).toBe(2);
  const withinMs = 90_000 + tookMs;
  for (let ms = 0; ms < withinMs && asked() === 2; ms += 5_000) {
    // A call under way would come to its limit of 10 s in no time, be given up, and its page say that something is missing.
    for (const page of [first, second]) await answered(page);
    await first.context().clock.runFor(5_000);
  }
  await expect.poll(asked).toBe(3);
  // Asked is not answered: a page which goes on before it has heard still calls with the token before.
  await renewed;
  for (const page of [first, second]) {
    await page.getByRole("link", { name: "Seek", exact: true }).first().click();
    await expect(page.getByRole("heading", { name: "Find a ride" })).toBeVisible();
    await answered(page);
  }
  tokens.clear();
  // What Home shows is too old by then to be shown again without asking.
  await first.context().clock.fastForward("05:00");
  for (const page of [first, second]) {
    await page.getByRole("link", { name: "Home", exact: true }).first().click();
    await expect.poll(() => tokens.get(page)).toBeDefined();
  }
  expect(tokens.get(first)).toBe(tokens.get(second));
  expect(tokens.get(first)).not.toBe(before);
  expect(asked()).toBe(3);

  await logOut(second);
  for (const page of [first, second]) await page.waitForURL("**/");
  await first.goto("/login");
  await signIn(first, email);
  for (const page of [first, second]) {
    await expect(account(page)).toBeVisible();
    expect(path(page)).toBe("/home");
  }
});

test("[issue3/session:expired-form] a session that ends in the middle of a form keeps what was typed and leads back there", async ({
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
  const told = "Your session has ended. Sign in to pick up where you left off.";
  await expect(page.getByText(told)).toBeInViewport({ ratio: 1 });
  await page.getByRole("main").getByRole("link", { name: "Sign in", exact: true }).click();
  await expect(page.getByText(told)).toBeVisible();
  await signIn(page, host.email);
  await page.waitForURL("**/host");
  await expect(page.getByRole("heading", { name: "Time", level: 2 })).toBeVisible();
  await expect(page.getByLabel("Departure")).toHaveValue("07:45");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("combobox", { name: "From" })).toHaveValue(FREIBURG);

  // The way back is good once, for a person who did not leave on purpose.
  await logOut(page);
  await page.waitForURL("**/");
  await expect(page.getByText(told)).toBeHidden();
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes("host")))).toEqual([]);
  await page.goto("/login");
  await signIn(page, host.email);
  await page.waitForURL("**/home");
});

test("[issue3/session:links] whoever follows a link to a page behind the sign-in is told so, and comes to it by signing in, to the part of it too; /home alone is no such link", async ({
  world: { browserOf },
}) => {
  const page = await browserOf();
  const linus = testPerson("Linked", "Linus");
  await signUp(page, linus);
  await page.context().clearCookies();
  const told = page.getByText("This page is for members. Sign in to see it.");
  await page.goto("/home");
  await page.waitForURL("**/");
  await page.waitForLoadState("networkidle");
  await expect(told).toBeHidden();

  await page.goto("/profile#notifications");
  await expect(told).toBeInViewport({ ratio: 1 });
  expect(path(page)).toBe("/");
  await page.getByRole("main").getByRole("link", { name: "Sign in", exact: true }).click();
  await expect(told).toBeVisible();
  await signIn(page, linus.email);
  await page.waitForURL("**/profile#notifications");
  await expect(page.getByRole("form", { name: "About you" })).toBeVisible();
});

test("[issue3/connection:states] without a network every page says so, and a slow answer is told after 5 s", async ({
  world: { browserOf, watch },
}) => {
  const page = await browserOf();
  watch.serverMayBeAway();
  await page.goto("/terms-of-use");
  await page.context().setOffline(true);
  const offline = page.getByText("You're offline. This page may be out of date, and you can't make changes.");
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
