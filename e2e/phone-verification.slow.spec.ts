import { captureScreenshots } from "./support/inspect.ts";
import { signUp, testPerson } from "./support/people.ts";
import { openSmsGateway } from "./support/sms-gateway.ts";
import { DESKTOP, expect, PHONE, test as base } from "./support/test.ts";

const test = base.extend<{ gateway: Awaited<ReturnType<typeof openSmsGateway>> }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires the pattern
  gateway: async ({}, use) => {
    const gateway = await openSmsGateway();
    await use(gateway);
    await gateway.close();
  },
  settings: async ({ gateway }, use) => use({ SMS_GATEWAY_URL: gateway.url, SMS_COUNTRIES: "US" }),
});

test("[domain/phone:shown] by touch: a member verifies the number with a code; others see it until the number changes", async ({
  gateway,
  world: { browserOf, watch },
}) => {
  // The wrong code.
  watch.mayComplain(/status of 400|status: 400/);
  const page = await browserOf(PHONE);
  const other = await browserOf(DESKTOP);
  const { uid } = await signUp(page, testPerson("Vera", "Phone"));
  const verifyButton = page.getByRole("button", { name: "Verify by text message" });
  const dialog = page.getByRole("dialog", { name: "Verify your phone number" });
  const badge = (on: typeof page) => on.getByText("Phone verified", { exact: true });
  const verify = dialog.getByRole("button", { name: "Verify", exact: true });
  const typeCode = async (code: string) => {
    await dialog.getByLabel("Digit 1 of 6").focus();
    await page.keyboard.type(code);
    await expect(dialog.getByLabel("Digit 6 of 6")).toHaveValue(code.slice(-1));
  };

  await test.step("the code is sent to the number in the profile", async () => {
    await page.goto("/settings/account");
    await verifyButton.tap();
    await expect(dialog).toContainText("+1 202 555 0123");
    await dialog.getByRole("button", { name: "Send the code" }).tap();
    await expect(dialog.getByLabel("Digit 1 of 6")).toBeFocused();
    expect(gateway.texts).toHaveLength(1);
    expect(gateway.texts[0]?.to).toBe("+12025550123");
    await expect(dialog.getByRole("button", { name: /^Resend code in \d+ s$/ })).toBeDisabled();
    await captureScreenshots(page, "phone verification", dialog);
  });

  await test.step("a wrong code is refused, and the right one verifies the number", async () => {
    await typeCode(gateway.lastCode() === "111111" ? "222222" : "111111");
    await verify.tap();
    await expect(dialog.getByRole("alert")).toHaveText("Invalid verification code");
    await typeCode(gateway.lastCode());
    // Not a second tap, which so soon would be the second click of a double click.
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(badge(page)).toBeVisible();
    await expect(verifyButton).toHaveCount(0);
  });

  await test.step("others see it", async () => {
    await signUp(other, testPerson("Otto", "Viewer"));
    await other.goto(`/profile/${uid}`);
    await expect(badge(other)).toBeVisible();
  });

  await test.step("another number is not verified", async () => {
    await page.getByLabel("Phone").fill("+12025550199");
    await expect(page.getByText("A new number is no longer verified.")).toBeVisible();
    const saved = page.waitForResponse("**/api/firebase-auth/update-profile");
    await page
      .getByRole("form", { name: "Personal details" })
      .getByRole("button", { name: "Save" })
      .tap();
    await saved;
    await expect(verifyButton).toBeVisible();
    await expect(badge(page)).toHaveCount(0);
    await other.reload();
    await expect(other.getByText("E-mail verified")).toBeVisible();
    await expect(badge(other)).toHaveCount(0);
  });
});
