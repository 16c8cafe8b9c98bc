import { expect, type Page } from "@playwright/test";
import { type } from "./keyboard.ts";
import { readCode } from "./mailbox.ts";
import { proofFor } from "./proof-of-work.ts";

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}
export const PASSWORD = "Correct horse 7";
const PHONE = "+12025550123";

let people = 0;

/** A user with an unused e-mail address: tests share servers, and an existing account gets no code. */
export const testPerson = (firstName: string, lastName: string): Person => ({
  firstName,
  lastName,
  email: `${firstName}.${lastName}.${++people}@example.org`.toLowerCase(),
});

/** Registers on the screens, with the code from the mailbox, and signs in. Ends on /home. */
export async function signUpInBrowser(page: Page, person: Person): Promise<void> {
  await page.goto("/");
  await page.getByRole("link", { name: "Sign Up" }).first().click();
  await registerAndSignIn(page, person);
  await page.waitForURL("**/home");
  await page.getByRole("button", { name: "Skip all" }).click();
}

/**
 * Fills in the form of the sign-up, also while its scripts are still loading, and signs in with the code from the
 * mailbox. Ends where the sign-in leads.
 */
export async function registerAndSignIn(
  page: Page,
  { firstName, lastName, email }: Person,
): Promise<void> {
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill(lastName);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Phone").fill(PHONE);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
  await page.getByLabel("Digit 1 of 6").focus();
  await page.keyboard.type(await readCode(page, email));
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("Registration successful! You can now log in.")).toBeVisible();
  await page.waitForURL("**/login");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** The same through the API, for tests about something else: adult and signed in on the next page that opens. */
export async function signUp(
  page: Page,
  { firstName, lastName, email }: Person,
  { welcomed = true }: { readonly welcomed?: boolean } = {},
): Promise<Account> {
  const api = callerOf(page);
  await api("auth/send-registration-otp", { email }, { action: "registration-code" });
  const { code: otp, origin } = await codeFor(page, email);
  await api("auth/verify-registration-otp", { email, otp });
  const { idToken, user } = await api(
    "identity/sign-up",
    { email, password: PASSWORD },
    { action: "sign-up" },
  );
  await api("firebase-auth/register", { firstName, lastName, email, phone: PHONE }, { idToken });
  if (welcomed) await api("firebase-auth/update-profile", { welcomed }, { idToken });
  await page.context().addCookies([{ name: "commonlane_session", value: "open", url: origin }]);
  return {
    uid: user.uid,
    call: (path, body) => api(path, body, { idToken }),
    remove: async (path) =>
      void (await page.request.delete(`/api/${path}`, {
        headers: { authorization: `Bearer ${idToken}` },
      })),
    read: async (path) =>
      (
        await page.request.get(`/api/${path}`, { headers: { authorization: `Bearer ${idToken}` } })
      ).json(),
  };
}

/** Waits for the e-mail, because the reply to a request for one does not. */
async function codeFor(page: Page, email: string): Promise<{ code: string; origin: string }> {
  let code: string | undefined;
  let origin = "";
  await expect(async () => {
    const letters = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
    const [newest]: { readonly text: string }[] = await letters.json();
    origin = new URL(letters.url()).origin;
    code = /\b\d{6}\b/.exec(newest?.text ?? "")?.[0];
    expect(code, `a code for ${email}`).toBeDefined();
  }).toPass({ timeout: 60_000 });
  return { code: code ?? "", origin };
}

interface ApiResult {
  readonly idToken: string;
  readonly id: string;
  readonly user: { readonly uid: string };
}
export interface Account {
  readonly uid: string;
  /** Makes a call of this user that changes something, under /api. */
  readonly call: (path: string, body: object) => Promise<ApiResult>;
  /** Deletes something of this user, under /api. */
  readonly remove: (path: string) => Promise<void>;
  /** Reads something as this user, under /api. */
  readonly read: <T>(path: string) => Promise<T>;
}

/** Headers of a call: its user's token, or a proof of work for its action. */
interface Credentials {
  readonly idToken?: string;
  readonly action?: string;
}

const callerOf =
  (page: Page) =>
  async (path: string, body: object, { idToken, action }: Credentials = {}) => {
    const reply = await page.request.post(`/api/${path}`, {
      data: body,
      headers: {
        ...(idToken !== undefined && { authorization: `Bearer ${idToken}` }),
        ...(action !== undefined && { "captcha-proof": await proofFor(page, action) }),
      },
    });
    if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}: ${await reply.text()}`);
    const result: ApiResult = await reply.json();
    return result;
  };

/** Answers the dialog that asks to confirm that it is the owner of the account, by keyboard. */
export async function confirmByPassword(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm that it's you" });
  await type(dialog.getByLabel("Your password"), PASSWORD);
  await page.keyboard.press("Enter");
}
