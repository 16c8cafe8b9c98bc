import type { Page } from "@playwright/test";
import { signUp, testPerson } from "./support/people.ts";
import { DESKTOP, expect, testOnOneServer as test } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const account = (page: Page) => page.getByRole("button", { name: /^Account menu/ });
const toasts = (page: Page) => page.getByRole("region", { name: "Status messages" });
const MISSING = "Please enter your email address";

/** A page whose button shows a toast at each click, with a controlled clock. */
async function pageWithToasts(page: Page): Promise<() => Promise<void>> {
  await page.clock.install({ time: new Date("2026-05-04T10:00:00Z") });
  await page.goto("/verify-email");
  const button = page.getByRole("button", { name: "Resend Verification Email" });
  // Focusing the form requests a challenge, which would expire when the clock jumps.
  const challenge = page.waitForResponse("**/captcha/challenge?*");
  await button.click();
  await (await challenge).finished();
  await expect(toasts(page).getByRole("listitem")).toHaveAttribute("data-type", "warning");
  await page.clock.pauseAt(new Date("2026-05-04T10:01:00Z"));
  await page.clock.runFor(3_300);
  await expect(toasts(page).getByRole("listitem")).toHaveCount(0);
  return () => button.click();
}

test("[spec/4-toast:life] [spec/9-toast:width] a toast closes after 3000 ms within 300 ms; a click on it or its button closes it at once", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(DESKTOP);
  const showToast = await pageWithToasts(page);
  const toast = toasts(page).getByRole("listitem");
  await showToast();
  await expect(toast).toHaveText(MISSING);
  await expect(toast).not.toHaveAttribute("data-leaving");
  await page.clock.runFor(2_999);
  await expect(toast).not.toHaveAttribute("data-leaving");
  await page.clock.runFor(1);
  await expect(toast).toHaveAttribute("data-leaving");
  await page.clock.runFor(299);
  await expect(toast).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(toast).toHaveCount(0);

  await showToast();
  const box = await toast.boundingBox();
  expect(box?.width).toBe(400);
  expect((box?.x ?? 0) + 400).toBeGreaterThan(DESKTOP.viewport.width - 24);
  expect(box?.y).toBeLessThan(32);
  await toast.click({ position: { x: 60, y: 20 } });
  await expect(toast).toHaveCount(0);
  await showToast();
  await toasts(page).getByRole("button", { name: "Close notification" }).click();
  await expect(toast).toHaveCount(0);
});

test("a toast waits while hovered or focused, then continues with the remaining time", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(DESKTOP);
  const showToast = await pageWithToasts(page);
  const toast = toasts(page).getByRole("listitem");
  const heading = page.getByRole("heading", { name: "Get a new link" });
  await showToast();
  await toast.hover();
  await page.clock.runFor(60_000);
  await expect(toast).not.toHaveAttribute("data-leaving");
  await toasts(page).getByRole("button", { name: "Close notification" }).focus();
  // Hover and focus both hold it: ending one is not enough.
  await heading.hover();
  await page.clock.runFor(60_000);
  await expect(toast).not.toHaveAttribute("data-leaving");
  await page.getByLabel("E-mail").focus();
  await page.clock.runFor(3_000);
  await expect(toast).toHaveAttribute("data-leaving");
  await page.clock.runFor(300);
  await expect(toast).toHaveCount(0);
});

test("[spec/3-toast:types] toast types have their own style, others the neutral one; the newest is on top, and screen readers announce all", async ({
  world: { browserOf },
}) => {
  const page = await browserOf({ viewport: { width: 390, height: 420 } });
  const region = toasts(page).getByRole("list", { includeHidden: true });
  const showToast = await pageWithToasts(page);
  await expect(region).toHaveAttribute("aria-live", "polite");
  const toast = toasts(page).getByRole("listitem");
  for (let presses = 0; presses < 3; presses++) await showToast();
  const neutral = await toast
    .first()
    .locator("span")
    .first()
    .evaluate((icon) => getComputedStyle(icon).backgroundColor);
  await page.goto("/forgot-password");
  // The scripts of a prerendered page start after its first frame, by the page's own clock.
  await page.clock.runFor(2_000);
  await page.getByLabel("E-mail").fill("toast@example.org");
  await page.getByRole("button", { name: "Send the code" }).click();
  await expect(toast).toHaveAttribute("data-type", "success");
  const success = await toast
    .locator("span")
    .first()
    .evaluate((icon) => getComputedStyle(icon).backgroundColor);
  expect(success).not.toBe(neutral);
  // Messages of the account forms stay for 5 s.
  await page.clock.runFor(4_999);
  await expect(toast).not.toHaveAttribute("data-leaving");
  await page.clock.runFor(1);
  await expect(toast).toHaveAttribute("data-leaving");
  await page.goto("/verify-email");
  for (let presses = 1; presses <= 8; presses++) {
    await showToast();
    await page.clock.runFor(100);
  }
  await expect(toast).toHaveCount(5);
  await expect(toast.first()).toBeInViewport({ ratio: 1 });
  // The newest is on top: it closes last.
  await page.clock.runFor(2_550);
  await expect(toast.last()).toHaveAttribute("data-leaving");
  await expect(toast.first()).not.toHaveAttribute("data-leaving");
});

test("a toast is above an open dialog and can be clicked", async ({ world: { browserOf } }) => {
  const page = await browserOf();
  await signUp(page, testPerson("Dialog", "Dana"));
  await page.goto("/settings/privacy");
  const share = page.getByRole("checkbox", {
    name: "Share my phone number with people I travel with",
  });
  await expect(share).toBeVisible();
  await page.clock.install();
  await share.click();
  const toast = toasts(page).getByRole("listitem");
  await expect(toast).toHaveText("Saved.");
  await toast.hover();
  await account(page).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Report Issue" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Report Issue" });
  await expect(dialog).toBeVisible();
  await expect(toast).toBeVisible();
  await toast.click({ position: { x: 60, y: 20 } });
  await expect(toast).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(toasts(page)).toBeAttached();
});
