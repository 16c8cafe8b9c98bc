import type { Page } from "@playwright/test";
import {
  fillPasswords,
  emailsTo,
  logIn,
  newEmailCodeTo,
  resetCodeTo,
  toast,
  typeCode,
  undoLinkTo,
} from "./support/accounts.ts";
import { expectNoBarriers } from "./support/axe.ts";
import { captureScreenshots } from "./support/inspect.ts";
import { signUp, PASSWORD, type Person, testPerson } from "./support/people.ts";
import { DESKTOP, expect, PHONE, testOnOneServer as test } from "./support/test.ts";
import type { ErrorWatch } from "./support/watch-errors.ts";

test.describe.configure({ mode: "default" });

const OTHER_PASSWORD = "Another horse 8";
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const isOut = (page: Page) => page.waitForURL((url) => url.pathname === "/");

/** What a wrong password and the end of a session leave on the console. */
const mayBeRefused = (watch: ErrorWatch) =>
  watch.mayComplain(
    /status of (?:400|401)\b|^(?:call failed|unauthorized) \{.*status: (?:400|401)\b/,
  );

async function signInAt(page: Page, { email }: Person, password = PASSWORD): Promise<void> {
  await page.goto("/login");
  await logIn(page, email, password);
  await page.waitForURL("**/home");
}

test("changing the password needs the current one; other devices are signed out and the old password stops working", async ({
  world: { browserOf, watch },
}) => {
  mayBeRefused(watch);
  const page = await browserOf(PHONE);
  const elsewhere = await browserOf(DESKTOP);
  const ada = testPerson("Ada", "Locks");
  await signUp(page, ada);
  await signInAt(elsewhere, ada);
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Change password" }).click();
  const change = dialog(page, "Change password");
  await expectNoBarriers(page, "changing the password", undefined, "dialog[open]");
  const submitAndExpectError = async (message: string) => {
    await change.getByRole("button", { name: "Change password" }).click();
    await expect(change.getByRole("alert")).toHaveText(message);
  };
  const fill = async (present: string, password: string, again = password) => {
    await change.getByLabel("Current password").fill(present);
    await change.getByLabel("New password", { exact: true }).fill(password);
    await change.getByLabel("Confirm password").fill(again);
  };
  await submitAndExpectError("Please fill in all fields");
  await fill("Wrong horse 7", "");
  await submitAndExpectError("Please enter a new password");
  await fill("Wrong horse 7", "short");
  await submitAndExpectError("Password must be at least 8 characters");
  await fill("Wrong horse 7", OTHER_PASSWORD, "Another horse");
  await submitAndExpectError("Passwords do not match");
  await fill("Wrong horse 7", OTHER_PASSWORD);
  await submitAndExpectError("Your current password is wrong. Please try again.");
  await expectNoBarriers(page, "a password that is not right", undefined, "dialog[open]");
  await fill(PASSWORD, OTHER_PASSWORD);
  await change.getByRole("button", { name: "Change password" }).click();
  await expect(toast(page, "Password changed. Your other devices were signed out.")).toBeVisible();
  await expect(change).toBeHidden();
  await expect(page.getByRole("button", { name: "Change password" })).toBeFocused();

  await isOut(elsewhere);
  await elsewhere.goto("/login");
  await logIn(elsewhere, ada.email);
  await expect(elsewhere.getByRole("alert")).toHaveText(
    "Wrong e-mail or password. Please try again.",
  );
  await signInAt(elsewhere, ada, OTHER_PASSWORD);
});

test("changing the e-mail needs password and code, survives back, close and reload, and can be reverted from the old address", async ({
  world: { browserOf, watch },
}) => {
  mayBeRefused(watch);
  const page = await browserOf(DESKTOP);
  const reader = await browserOf(PHONE);
  const ada = testPerson("Ada", "Moves");
  const moved = testPerson("Ada", "Moved").email;
  await signUp(page, ada);
  await page.goto("/settings/account");
  const change = dialog(page, "Change e-mail");
  const open = () => page.getByRole("button", { name: "Change e-mail" }).click();
  const send = change.getByRole("button", { name: "Send the code" });
  const codeStep = change.getByRole("group", { name: "Verification code" });

  await test.step("the address and the password", async () => {
    await open();
    await expectNoBarriers(page, "another e-mail", undefined, "dialog[open]");
    await send.click();
    await expect(change.getByRole("alert")).toHaveText("Please fill in all fields");
    await change.getByLabel("New e-mail").fill(moved);
    await change.getByLabel("Current password").fill("Wrong horse 7");
    await send.click();
    await expect(change.getByRole("alert")).toContainText("Your current password is wrong.");
    await change.getByLabel("Current password").fill(PASSWORD);
    await send.click();
    await expect(toast(page, "Verification code sent to your email!")).toBeVisible();
    await expect(codeStep).toBeVisible();
    await expectNoBarriers(page, "the code for another e-mail", undefined, "dialog[open]");
  });

  await test.step("there are ways back to the code, which is not sent again", async () => {
    await change.getByRole("button", { name: "Back to Email Entry" }).click();
    await expect(change.getByLabel("New e-mail")).toHaveValue(moved);
    await send.click();
    await expect(codeStep).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(change).toBeHidden();
    await open();
    await expect(codeStep).toBeVisible();
    await page.reload();
    await open();
    await expect(codeStep).toBeVisible();
    await expect(change.getByRole("button", { name: /^Resend code in \d+ s$/ })).toBeDisabled();
    const code = await newEmailCodeTo(page, moved);
    expect(await emailsTo(page, moved)).toHaveLength(1);
    await typeCode(page, code);
    await change.getByRole("button", { name: "Change e-mail" }).click();
    await expect(toast(page, "E-mail changed. Use it to sign in from now on.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Security" })).toContainText(moved);
  });

  await test.step("who reads the mail of the address before takes it back", async () => {
    await reader.goto(await undoLinkTo(reader, ada.email));
    await captureScreenshots(
      reader,
      "taking the change back",
      reader.getByRole("button", { name: "Undo change" }),
    );
    await reader.getByRole("button", { name: "Undo change" }).click();
    await captureScreenshots(
      reader,
      "taken back",
      reader.getByRole("heading", { name: "Account recovered" }),
    );
    await isOut(page);
    await reader.getByRole("link", { name: "Choose a new password" }).click();
    await reader.getByLabel("E-mail").fill(ada.email);
    await reader.getByRole("button", { name: "Send the code" }).click();
    await typeCode(reader, await resetCodeTo(reader, ada.email));
    await fillPasswords(reader, OTHER_PASSWORD);
    await reader.getByRole("button", { name: "Reset password" }).click();
    await reader.waitForURL("**/login");
    await logIn(reader, ada.email, OTHER_PASSWORD);
    await reader.waitForURL("**/home");
  });
});

test("sessions are listed; ending one or all others signs them out at once", async ({
  world: { browserOf, watch },
}) => {
  mayBeRefused(watch);
  const page = await browserOf(PHONE);
  const phone = await browserOf(PHONE);
  const library = await browserOf(DESKTOP);
  const ada = testPerson("Ada", "Manywhere");
  await signUp(page, ada);
  await signInAt(phone, ada);
  await page.goto("/settings/account");
  const security = page.getByRole("region", { name: "Security" });
  const others = security.getByRole("button", { name: /^Sign out (?!everywhere)/ });
  await expect(security.getByText("This device")).toBeVisible();
  await expect(others).toHaveCount(1);
  await others.click();
  await expect(toast(page, "Signed out.")).toBeVisible();
  await expect(others).toHaveCount(0);
  await expect(security.getByRole("button", { name: "Sign out everywhere else" })).toBeHidden();
  await isOut(phone);

  for (const device of [phone, library]) await signInAt(device, ada);
  await page.reload();
  await expect(others).toHaveCount(2);
  await security.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(others).toHaveCount(0);
  for (const device of [phone, library]) await isOut(device);
  await expect(security.getByText("This device")).toBeVisible();
});

test("the chosen theme survives a reload until the user follows the device again", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(PHONE);
  await signUp(page, testPerson("Ada", "Nights"));
  await page.goto("/settings/appearance");
  const choose = async (name: string) =>
    page.getByRole("group", { name: "Theme" }).getByText(name).click();
  const theme = () => page.evaluate(() => document.documentElement.dataset["theme"]);
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await expect(page.getByRole("radio", { name: "System default" })).toBeChecked();
  expect([await theme(), await scheme()]).toEqual([undefined, "light"]);
  await choose("Dark");
  expect([await theme(), await scheme()]).toEqual(["dark", "dark"]);
  await page.reload();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  expect([await theme(), await scheme()]).toEqual(["dark", "dark"]);
  await choose("System default");
  expect([await theme(), await scheme()]).toEqual([undefined, "light"]);
  await page.reload();
  await expect(page.getByRole("radio", { name: "System default" })).toBeChecked();
  expect(await theme()).toBeUndefined();
});
