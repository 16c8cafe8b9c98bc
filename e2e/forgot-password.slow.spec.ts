import {
  alert,
  expect,
  fillPasswords,
  holdClock,
  emailsTo,
  logIn,
  newAccount,
  resetCodeTo,
  test,
  toast,
  typeCode,
  wrongCodeFor,
} from "./support/accounts.ts";
import { signUp, PASSWORD } from "./support/people.ts";

const send = { name: "Send the code" } as const;
const reset = { name: "Reset password" } as const;

test("[spec/reset:steps] [spec/reset:checks] [spec/reset:redirect] [spec/reset:sessions-end] e-mail, code, new password, redirect to the login after 2 s; other sessions end", async ({
  visit,
}) => {
  const ada = newAccount();
  const elsewhere = await visit("/login");
  await signUp(elsewhere, ada);
  await elsewhere.goto("/home");
  await expect(elsewhere.getByRole("button", { name: /^Account menu/ })).toBeVisible();

  const page = await visit("/forgot-password");
  await page.getByRole("button", send).click();
  await expect(alert(page)).toHaveText("Please enter your email address");
  await page.getByLabel("E-mail").fill(ada.email);
  await page.getByRole("button", send).click();
  await expect(toast(page, "Verification code sent to your email!")).toBeVisible();
  await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
  const code = await resetCodeTo(page, ada.email);
  const submitAndExpectError = async (message: string) => {
    await page.getByRole("button", reset).click();
    await expect(alert(page)).toHaveText(message);
  };
  await submitAndExpectError("Please enter the complete 6-digit code");
  await typeCode(page, wrongCodeFor(code));
  await submitAndExpectError("Please enter a new password");
  await fillPasswords(page, "short", "other");
  await submitAndExpectError("Password must be at least 8 characters");
  await fillPasswords(page, "Another horse 8", "Another horse");
  await submitAndExpectError("Passwords do not match");
  await fillPasswords(page, "Another horse 8");
  await submitAndExpectError("Invalid verification code");
  await typeCode(page, code);
  await holdClock(page);
  await page.getByRole("button", reset).click();
  await expect(
    page.getByText("Password reset successfully! You can now log in with your new password."),
  ).toBeVisible();
  await page.clock.runFor(1999);
  await expect(page).toHaveURL("/forgot-password");
  await page.clock.runFor(1);
  await expect(page).toHaveURL("/login");
  await page.clock.resume();
  await logIn(page, ada.email, PASSWORD);
  await expect(alert(page)).toHaveText("Wrong e-mail or password. Please try again.");
  await logIn(page, ada.email, "Another horse 8");
  await page.waitForURL("/home");

  await elsewhere.reload();
  await elsewhere.waitForURL("/");
});

test("[spec/reset:back] [spec/cooldown:reload] back to the e-mail keeps the code; a reload keeps the step and the cooldown", async ({
  visit,
  watch,
}) => {
  // A reload or going back may cancel the prefetched proof of work.
  watch.mayComplain(/^call failed \{.*captcha\/challenge, status: 0\b/);
  const { email } = newAccount();
  const page = await visit("/forgot-password");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", send).click();
  const resend = page.getByRole("button", { name: /^Resend code/ });
  await expect(resend).toHaveText(/^Resend code in \d+ s$/);
  await expect(resend).toBeDisabled();
  await page.getByRole("button", { name: "Back to Email Entry" }).click();
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  await page.getByRole("button", send).click();
  await holdClock(page);
  const left = Number(/\d+/.exec(await resend.innerText())?.[0]);
  await page.clock.runFor(20_000);
  await page.clock.resume();
  await page.reload();
  await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
  await expect(page.getByText(email)).toBeVisible();
  const after = Number(/\d+/.exec(await resend.innerText())?.[0]);
  expect(after).toBeLessThanOrEqual(left - 20);
  expect(after).toBeGreaterThan(0);
  await expect.poll(() => emailsTo(page, email)).toHaveLength(1);
  // The browser's back button does the same.
  await page.goBack();
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
});

test("[spec/errors:code-calls] errors of the code calls show the server's message, otherwise the specification's", async ({
  visit,
  watch,
}) => {
  watch.mayComplain(/status of 50\d\b|^call failed \{.*status: (?:50\d|0)\b|net::ERR_/);
  const { email } = newAccount();
  const page = await visit("/forgot-password");
  await page.getByLabel("E-mail").fill(email);
  const failing = async (
    path: string,
    button: { name: string | RegExp },
    replies: readonly Reply[],
  ) => {
    for (const [reply, message] of replies) {
      await page.route(
        `**/api/auth/${path}`,
        (route) => (reply ? route.fulfill(reply) : route.abort()),
        { times: 1 },
      );
      await page.getByRole("button", button).click();
      await expect(alert(page)).toHaveText(message);
    }
  };
  const refused = { status: 200, json: { success: false } };
  const own = { status: 200, json: { success: false, error: "The server's words." } };
  const broken = { status: 502, body: "gone" };
  await failing("send-forgot-password-email-otp", send, [
    [refused, "Failed to send verification code"],
    [own, "The server's words."],
    [broken, "Failed to send verification code. Please try again."],
    [undefined, "Failed to send verification code. Please try again."],
  ]);
  await page.getByRole("button", send).click();
  await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
  await typeCode(page, "123456");
  await fillPasswords(page, "Another horse 8");
  await failing("reset-password", reset, [
    [refused, "Failed to reset password"],
    [own, "The server's words."],
    [broken, "Failed to reset password. Please try again."],
    [undefined, "Failed to reset password. Please try again."],
  ]);
  await page.clock.runFor(60_000);
  await failing("send-forgot-password-email-otp", { name: "Resend code" }, [
    [refused, "Failed to resend verification code"],
    [own, "The server's words."],
    [broken, "Failed to resend verification code"],
  ]);
});

type Reply = readonly [
  reply: { status: number; json?: object; body?: string } | undefined,
  message: string,
];
