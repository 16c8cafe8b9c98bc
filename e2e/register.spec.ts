import type { Page } from "@playwright/test";
import {
  answered,
  boxes,
  codeTo,
  expect,
  fillPasswords,
  fillRegistration,
  holdClock,
  emailsTo,
  logIn,
  newAccount,
  test,
  toast,
  typeCode,
  wrongCodeFor,
  alert,
  PHONE,
} from "./support/accounts.ts";

const signUp = { name: "Sign up" } as const;
const atCode = { name: "Check your e-mail" } as const;

test("[spec/register:steps] [spec/register:redirect] [spec/login:home] form, code, success, redirect to the login after 2 s, signed in", async ({
  visit,
}) => {
  const ada = newAccount();
  const page = await visit("/register");
  await expect(page.getByLabel("Gender")).toHaveValue("male");
  await expect(page.getByLabel("Gender").getByRole("option")).toHaveText(["Male", "Female"]);
  await fillRegistration(page, ada);
  await page.getByRole("button", signUp).click();
  await expect(toast(page, "Verification code sent to your email!")).toBeVisible();
  await expect(page.getByRole("heading", atCode)).toBeVisible();
  await typeCode(page, await codeTo(page, ada.email));
  await holdClock(page);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("Registration successful! You can now log in.")).toBeVisible();
  await page.clock.runFor(1999);
  await expect(page).toHaveURL("/register");
  await page.clock.runFor(1);
  await expect(page).toHaveURL("/login");
  await page.clock.resume();
  await expect(page.getByLabel("E-mail")).toHaveValue(ada.email);
  await logIn(page, ada.email);
  await welcomed(page);
  await page.goto("/settings/account");
  await expect(page.getByRole("textbox", { name: "Phone" })).toHaveValue("+1 202 555 0123");
  await expect(page.getByLabel("Gender")).toHaveValue("female");
});

test("[spec/register:checks] errors appear in the specification's order, and nothing is sent", async ({
  visit,
}) => {
  const ada = newAccount();
  const page = await visit("/register");
  const submitAndExpectError = async (message: string) => {
    await page.getByRole("button", signUp).click();
    await expect(alert(page)).toHaveText(message);
  };
  await submitAndExpectError("Please fill in all fields");
  await fillRegistration(page, ada);
  await page.getByLabel("Phone").fill("+1 102 555 0123");
  await fillPasswords(page, "short", "shor");
  await submitAndExpectError("Passwords do not match");
  await fillPasswords(page, "short");
  await submitAndExpectError("Password must be at least 8 characters");
  await fillPasswords(page, "longenough");
  await submitAndExpectError("Password must be at least one uppercase letter");
  await fillPasswords(page, "LONGENOUGH");
  await submitAndExpectError("Password must be at least one lowercase letter");
  await fillPasswords(page, "LongEnough");
  await submitAndExpectError("Password must be at least one digit");
  await fillPasswords(page, "LongEnough1");
  await submitAndExpectError("Invalid US and Canada phone number format");
  await page.getByLabel("Phone").fill("+1 202 555 0123");
  await page.getByLabel("E-mail").fill("ada");
  await submitAndExpectError("Please enter a valid e-mail address.");
  expect(await emailsTo(page, ada.email)).toEqual([]);
});

test("[spec/register:code-boxes] one digit per box; paste, backspace, arrows; verify only when all are filled", async ({
  visit,
}) => {
  const ada = newAccount();
  const page = await visit("/register");
  await fillRegistration(page, ada);
  await page.getByRole("button", signUp).click();
  await page.getByRole("heading", atCode).waitFor();
  const verify = page.getByRole("button", { name: "Verify" });
  const focused = (n: number) => expect(boxes(page).nth(n - 1)).toBeFocused();
  const shows = async (digits: string) => {
    for (const [n, digit] of Array.from(digits).entries())
      await expect(boxes(page).nth(n)).toHaveValue(digit === "_" ? "" : digit);
  };
  await expect(boxes(page)).toHaveCount(6);
  await expect(boxes(page).first()).toHaveAttribute("autocomplete", "one-time-code");
  await expect(boxes(page).first()).toHaveAttribute("inputmode", "numeric");
  await focused(1);
  await page.keyboard.type("a-1é2");
  await shows("12____");
  await focused(3);
  await page.keyboard.press("Backspace");
  await shows("1_____");
  await focused(2);
  await page.keyboard.press("ArrowLeft");
  await focused(1);
  await page.keyboard.press("ArrowRight");
  await focused(2);
  await page.keyboard.type("3456");
  await shows("13456_");
  await expect(verify).toBeDisabled();
  await page.keyboard.type("7");
  await shows("134567");
  await expect(verify).toBeEnabled();
  // Typing over an existing digit moves on, even if it is the same digit.
  await typeCode(page, "134089");
  await shows("134089");
  await typeCode(page, "134567");
  const paste = (text: string) =>
    boxes(page)
      .nth(2)
      .evaluate((box, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        box.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
        );
      }, text);
  await paste("nothing here");
  await shows("134567");
  await paste("code: 12 34 56 78");
  await shows("123456");
  await focused(6);
});

test("[spec/register:wrong-code] [spec/cooldown:resend] [spec/cooldown:reload] [spec/register:back] a wrong code; resend after 60 s, also after a reload; back keeps the input", async ({
  visit,
}) => {
  const ada = newAccount();
  const page = await visit("/register");
  await fillRegistration(page, ada);
  await page.getByRole("button", signUp).click();
  await page.getByRole("heading", atCode).waitFor();
  const first = await codeTo(page, ada.email);
  await typeCode(page, wrongCodeFor(first));
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(alert(page)).toHaveText("Invalid verification code");

  const resend = page.getByRole("button", { name: /^Resend code/ });
  await holdClock(page);
  const left = Number(/\d+/.exec(await resend.innerText())?.[0]);
  expect(left).toBeGreaterThan(40);
  await page.clock.runFor(18_000);
  await expect(resend).toHaveText(`Resend code in ${left - 18} s`);
  await page.clock.resume();

  await page.getByRole("button", { name: "Back to Registration" }).click();
  await expect(page.getByLabel("First name")).toHaveValue(ada.firstName);
  await expect(page.getByLabel("Last name")).toHaveValue(ada.lastName);
  await expect(page.getByLabel("E-mail")).toHaveValue(ada.email);
  await expect(page.getByLabel("Phone")).toHaveValue(PHONE);
  await expect(page.getByLabel("Gender")).toHaveValue("female");
  await expect(page.getByLabel("Password", { exact: true })).not.toHaveValue("");
  await expect(page.getByLabel("Confirm password")).not.toHaveValue("");
  // The code just sent is valid: it is not sent twice, and there is no wait.
  await page.getByRole("button", signUp).click();
  await expect(resend).toHaveText(/^Resend code in \d+ s$/);
  expect(await emailsTo(page, ada.email)).toHaveLength(1);

  await page.reload();
  await expect(page.getByText(`We've sent a code to ${ada.email}.`)).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue(ada.firstName);
  await fillPasswords(page, "Another horse 7");
  await page.getByRole("button", signUp).click();
  await expect(resend).toHaveText(/^Resend code in \d+ s$/);
  await holdClock(page);
  const still = Number(/\d+/.exec(await resend.innerText())?.[0]);
  expect(still).toBeLessThanOrEqual(left - 18);
  await page.clock.runFor((still - 1) * 1000);
  await expect(resend).toHaveText("Resend code in 1 s");
  await expect(resend).toBeDisabled();
  await page.clock.runFor(1000);
  await expect(resend).toHaveText("Resend code");
  await expect(resend).toBeEnabled();
  // The server has its own clock, on which less than a minute has passed.
  await resend.click();
  await expect(alert(page)).toHaveText(
    /^We just sent you an e-mail\. Please wait \d+ seconds? before you request another\.$/,
  );
  await page.route(
    "**/api/auth/send-registration-otp",
    (route) => route.fulfill({ json: { success: true } }),
    {
      times: 1,
    },
  );
  await resend.click();
  await expect(toast(page, "New verification code sent to your email!")).toBeVisible();
  await expect(resend).toHaveText("Resend code in 60 s");
  await expect(resend).toBeDisabled();

  await typeCode(page, first);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("Registration successful! You can now log in.")).toBeVisible();
});

/** The first sign-in ends on /home, which offers the welcome steps. */
async function welcomed(page: Page): Promise<void> {
  await page.waitForURL("/home");
  await expect(page.getByRole("heading", { name: /^Welcome to/ })).toBeVisible();
  await answered(page);
}
