import type { Page } from "@playwright/test";
import { runAdminCommand } from "./support/admin-command.ts";
import { captureScreenshots } from "./support/inspect.ts";
import { press, type } from "./support/keyboard.ts";
import {
  addVirtualAuthenticator,
  codeOfApp,
  openAtLocalhost,
  withoutPasskeySuggestions,
} from "./support/passkeys.ts";
import { confirmByPassword, PASSWORD, signUp, testPerson } from "./support/people.ts";
import { DESKTOP, expect, PHONE, testOnOneServer as test } from "./support/test.ts";

test.use({ settings: { REQUIRE_SECOND_FACTOR: "team" } });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function logOut(page: Page): Promise<void> {
  await page.goto("/settings/account");
  await press(button(page, "Sign out"));
  await page.waitForURL((url) => url.pathname === "/");
}

test("by keyboard on a phone: a user adds a passkey, signs out and signs in with it; the browser also offers it by itself", async ({
  world,
}) => {
  const page = await openAtLocalhost(world, PHONE);
  await withoutPasskeySuggestions(page);
  await addVirtualAuthenticator(page);
  await signUp(page, testPerson("Key", "Holder"));
  await page.goto("/settings/sign-in");
  await press(button(page, "Add a passkey"));
  await confirmByPassword(page);
  await expect(page.getByText("Passkey added. You can sign in with it from now on.")).toBeVisible();
  const passkeys = page.getByRole("region", { name: "Passkeys" });
  await expect(passkeys.getByText("Not used yet")).toBeVisible();
  await press(page.getByRole("button", { name: /^Rename / }));
  const dialog = page.getByRole("dialog", { name: "Rename the passkey" });
  await dialog.getByLabel("Name of the passkey").fill("My phone");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(passkeys.getByText("My phone")).toBeVisible();
  await captureScreenshots(
    page,
    "sign-in and security",
    page.getByRole("heading", { name: "Passkeys" }),
  );

  await logOut(page);
  await page.goto("/login");
  await captureScreenshots(page, "login with passkeys", button(page, "Sign in with a passkey"));
  await press(button(page, "Sign in with a passkey"));
  await page.waitForURL("**/home");
  await page.goto("/settings/sign-in");
  await expect(passkeys.getByText(/Last used on/)).toBeVisible();

  await page.addInitScript(() => {
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => true });
  });
  await logOut(page);
  await page.goto("/login");
  await page.waitForURL("**/home");
});

test("a moderator without a second factor is stopped at the console, sets up an authenticator app, and signs in with a recovery code", async ({
  world,
}) => {
  const { server } = world;
  const page = await openAtLocalhost(world, DESKTOP);
  const mo = testPerson("Mo", "Factor");
  await signUp(page, mo);
  runAdminCommand(server.folder, ["moderators", "add", mo.email]);
  await page.goto("/moderation");
  await expect(page.getByRole("heading", { name: "A second factor is needed" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Console sections" })).toBeHidden();
  await press(page.getByRole("link", { name: "Set up a second factor" }));
  await press(button(page, "Set up an authenticator app"));
  await confirmByPassword(page);
  const setUp = page.getByRole("dialog", { name: "Set up an authenticator app" });
  const key = await setUp.getByLabel("Or type this key into the app").inputValue();
  await setUp.getByLabel("Digit 1 of 6").focus();
  await page.keyboard.type(codeOfApp(key));
  await press(button(page, "Turn on"));
  const codesDialog = page.getByRole("dialog", { name: "Keep your recovery codes" });
  await expect(codesDialog.getByRole("listitem")).toHaveCount(10);
  const recoveryCode = await codesDialog.getByRole("listitem").first().innerText();
  await press(button(page, "I've kept them"));
  await expect(page.getByText("10 codes left")).toBeVisible();
  await press(page.getByRole("link", { name: "Open the moderation console" }));
  await expect(page.getByRole("navigation", { name: "Console sections" })).toBeVisible();

  await logOut(page);
  await page.goto("/login");
  await type(page.getByLabel("E-mail"), mo.email);
  await type(page.getByLabel("Password", { exact: true }), PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Code from your authenticator app")).toBeFocused();
  await captureScreenshots(
    page,
    "code after the password",
    page.getByLabel("Code from your authenticator app"),
  );
  await type(page.getByLabel("Code from your authenticator app"), recoveryCode);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/home");
  await page.goto("/moderation/reports");
  await expect(page.getByRole("navigation", { name: "Console sections" })).toBeVisible();
});
