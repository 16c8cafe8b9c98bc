import {
  test as base,
  type BrowserContextOptions,
  expect,
  type Page,
  type Request,
} from "@playwright/test";
import { type Person, PASSWORD, testPerson } from "./people.ts";
import { localCookie } from "./process.ts";
import { proofFor } from "./proof-of-work.ts";
import { MAIN, Server } from "./server.ts";
import { ErrorWatch } from "./watch-errors.ts";

export const PHONE = "+1 202 555 0123";
/** Refusals that the forms show; the browser logs them to its console as well. */
const REFUSED =
  /status of (?:400|401|429)\b|^call failed \{.*status: (?:400|401|429)\b|^unauthorized \{/;

interface Visitors {
  readonly watch: ErrorWatch;
  /** A page in a browser of its own, whose clock can be controlled. */
  readonly visit: (path: string, options?: BrowserContextOptions) => Promise<Page>;
}

/** Tests of the account forms: all tests of a worker share one server, and each user has an own e-mail address. */
export const test = base.extend<Visitors, { script: string; server: Server }>({
  /** The settings of the server. */
  script: [MAIN, { option: true, scope: "worker" }],
  server: [
    async ({ script }, use) => {
      const server = await Server.open(script);
      await use(server);
      expect(await server.close(), "what the server complained of").toBe("");
    },
    { scope: "worker" },
  ],
  watch: async ({ server }, use) => {
    const watch = new ErrorWatch(server.address);
    watch.mayComplain(REFUSED);
    await use(watch);
    expect(watch.wrong, "what went wrong in the browsers, and what left the machine").toEqual([]);
  },
  visit: async ({ browser, server, watch }, use) => {
    const pages: Page[] = [];
    await use(async (path, options = {}) => {
      const context = await browser.newContext({ baseURL: server.address, ...options });
      await context.addCookies([localCookie(server.address, "/dev")]);
      watch.over(context);
      const page = await context.newPage();
      pages.push(page);
      countCalls(page);
      await page.clock.install();
      await page.goto(path);
      return page;
    });
    // Requests in progress when a page closes are reported as failed; some tests hold a reply for ever.
    const open = pages.filter((page) => !page.isClosed());
    await Promise.all(
      open.map((page) => answered(page, { timeout: 2_000 }).catch(() => undefined)),
    );
    for (const context of browser.contexts()) await context.close();
  },
});

const callsUnderWay = new WeakMap<Page, Set<Request>>();

/** From now on `answered` can wait for this page's calls. */
export function countCalls(page: Page): void {
  const calls = new Set<Request>();
  callsUnderWay.set(page, calls);
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/api/")) calls.add(request);
  });
  page.on("requestfinished", (request) => calls.delete(request));
  page.on("requestfailed", (request) => calls.delete(request));
}

/** Waits until every call of a page is answered, because a reload would report a cancelled one as failed. */
export const answered = (page: Page, within: { timeout?: number } = {}) =>
  expect
    .poll(() => callsUnderWay.get(page)?.size, { message: "calls under way", ...within })
    .toBe(0);

/**
 * Stops a page's clock, which then moves only with `page.clock.runFor`. Waits for calls in progress first, which would
 * otherwise reach their timeout of 10 s when the clock is moved.
 */
export async function holdClock(page: Page): Promise<void> {
  await answered(page);
  for (let aheadMs = 100; ; aheadMs *= 2) {
    try {
      return await page.clock.pauseAt((await page.evaluate(() => Date.now())) + aheadMs);
    } catch (error) {
      // On a busy machine the page's clock was installed first.
      if (!String(error).includes("to the past") || aheadMs > 2000) throw error;
    }
  }
}

/** A new user, unknown to every test. */
export const newAccount = (): Person => testPerson("Ada", "Moreau");

export async function fillRegistration(
  page: Page,
  { firstName, lastName, email }: Person,
): Promise<void> {
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill(lastName);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Phone").fill(PHONE);
  await page.getByLabel("Gender").selectOption("female");
  await fillPasswords(page, PASSWORD);
}

export async function fillPasswords(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel(/^(New p|P)assword$/).fill(password);
  await page.getByLabel("Confirm password").fill(again);
}

export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export const boxes = (page: Page) =>
  page.getByRole("group", { name: "Verification code" }).getByRole("textbox");

/** Types a code from the first box on. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await boxes(page).first().focus();
  await page.keyboard.type(code);
}

export const wrongCodeFor = (code: string): string => (code === "000000" ? "111111" : "000000");

export async function emailsTo(page: Page, email: string): Promise<readonly Letter[]> {
  const reply = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
  const letters: Letter[] = await reply.json();
  return letters;
}

interface Letter {
  readonly subject: string;
  readonly text: string;
}

/**
 * Returns the text of the newest e-mail with the subject. Waits for it, because the reply to a request for an e-mail
 * does not.
 */
async function findInEmailTo(
  page: Page,
  email: string,
  subject: RegExp,
  what: RegExp,
): Promise<string> {
  let found: string | undefined;
  await expect(async () => {
    const letters = await emailsTo(page, email);
    const text = letters.find((letter) => subject.test(letter.subject))?.text ?? "";
    found = what.exec(text)?.[1];
    expect(found, `${String(subject)} to ${email}`).toBeDefined();
  }).toPass({ timeout: 60_000 });
  return found ?? "";
}

const CODE = /\b(\d{6})\b/;

export const codeTo = (page: Page, email: string) =>
  findInEmailTo(page, email, /verification code$/, CODE);

export const resetCodeTo = (page: Page, email: string) =>
  findInEmailTo(page, email, /password reset code$/, CODE);

export const newEmailCodeTo = (page: Page, email: string) =>
  findInEmailTo(page, email, /e-mail change code$/, CODE);

/** The path of the link that reverts a change of the e-mail address. */
export const undoLinkTo = (page: Page, email: string) =>
  findInEmailTo(
    page,
    email,
    /has a new e-mail address$/,
    /https?:\/\/[^/\s]+(\/undo-email-change\?token=[\w-]+)/,
  );

/** The path of the link that verifies an e-mail address. */
export const linkTo = (page: Page, email: string) =>
  findInEmailTo(
    page,
    email,
    /^Verify your e-mail/,
    /https?:\/\/[^/\s]+(\/verify-email\?token=[\w-]+)/,
  );

/** An account with an unverified e-mail address. */
export async function claim(page: Page, { email }: Person): Promise<void> {
  const headers = { "captcha-proof": await proofFor(page, "sign-up") };
  const reply = await page.request.post("/api/identity/sign-up", {
    data: { email, password: PASSWORD },
    headers,
  });
  expect(reply.status()).toBe(201);
}

export const alert = (page: Page) => page.getByRole("main").getByRole("alert");
export const toast = (page: Page, text: string) =>
  page.getByRole("region", { name: "Status messages" }).getByText(text);

export { expect };
