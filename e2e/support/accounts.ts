import { test as base, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { type Person, PASSWORD, person } from "./people.ts";
import { proofFor } from "./proof.ts";
import { MAIN, Server } from "./server.ts";
import { Watch } from "./watch.ts";

export const PHONE = "+1 202 555 0123";
/** Refusals that the forms show: the browser writes them to its console all the same. */
const REFUSED = /status of (?:400|401|429)\b|^call failed \{.*status: (?:400|401|429)\b|^unauthorized \{/;

interface Visitors {
  readonly watch: Watch;
  /** A page in a browser of its own, whose clock can be held. */
  readonly visit: (path: string, options?: BrowserContextOptions) => Promise<Page>;
}

/** Tests of the forms for accounts: all of a worker share one server, and each person has an address of their own. */
export const test = base.extend<Visitors, { script: string; server: Server }>({
  /** What the server is started with. */
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
    const watch = new Watch(server.address);
    watch.mayComplain(REFUSED);
    await use(watch);
    expect(watch.wrong, "what went wrong in the browsers, and what left the machine").toEqual([]);
  },
  visit: async ({ browser, server, watch }, use) => {
    await use(async (path, options = {}) => {
      const context = await browser.newContext({ baseURL: server.address, ...options });
      watch.over(context);
      const page = await context.newPage();
      await page.clock.install();
      await page.goto(path);
      return page;
    });
    for (const context of browser.contexts()) await context.close();
  },
});

/** Stops a page's clock, which from now on goes on with `page.clock.runFor` alone. */
export async function holdClock(page: Page): Promise<void> {
  for (let aheadMs = 100; ; aheadMs *= 2) {
    try {
      return await page.clock.pauseAt((await page.evaluate(() => Date.now())) + aheadMs);
    } catch (error) {
      // On a busy machine the page's clock was there before we were.
      if (!String(error).includes("to the past") || aheadMs > 2000) throw error;
    }
  }
}

let people = 0;
/** Somebody whom nobody has met before. */
export const newcomer = (): Person => person("Ada", `Moreau-${process.pid}-${++people}`);

export async function fillRegistration(page: Page, { firstName, lastName, email }: Person): Promise<void> {
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

export const boxes = (page: Page) => page.getByRole("group", { name: "Verification code" }).getByRole("textbox");

/** Types a code as a person does, from the first box on. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await boxes(page).first().focus();
  await page.keyboard.type(code);
}

export const wrongFor = (code: string): string => (code === "000000" ? "111111" : "000000");

/** The newest letter to an address. */
async function newestLetter(page: Page, email: string): Promise<{ readonly text: string }> {
  const letters = await lettersTo(page, email);
  const [newest] = letters;
  if (!newest) throw new Error(`No letter came to ${email}.`);
  return newest;
}

export async function lettersTo(page: Page, email: string): Promise<readonly { readonly text: string }[]> {
  const reply = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
  const letters: { readonly text: string }[] = await reply.json();
  return letters;
}

export async function codeTo(page: Page, email: string): Promise<string> {
  const { text } = await newestLetter(page, email);
  const code = /\b\d{6}\b/.exec(text)?.[0];
  if (code === undefined) throw new Error(`No code in ${text}`);
  return code;
}

/** The address of the link in the newest letter, as a path of the product. */
export async function linkTo(page: Page, email: string): Promise<string> {
  const { text } = await newestLetter(page, email);
  const link = /https?:\/\/[^/\s]+(\/verify-email\?token=[\w-]+)/.exec(text)?.[1];
  if (link === undefined) throw new Error(`No link in ${text}`);
  return link;
}

/** An account whose e-mail nobody has proven. */
export async function claim(page: Page, { email }: Person): Promise<void> {
  const headers = { "captcha-proof": await proofFor(page, "sign-up") };
  const reply = await page.request.post("/api/identity/sign-up", { data: { email, password: PASSWORD }, headers });
  expect(reply.status()).toBe(201);
}

export const alert = (page: Page) => page.getByRole("main").getByRole("alert");
export const toast = (page: Page, text: string) => page.getByRole("region", { name: "Notifications" }).getByText(text);

export { expect };
