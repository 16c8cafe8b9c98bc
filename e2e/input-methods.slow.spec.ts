import type { Locator, Page } from "@playwright/test";
import { boxes, fillRegistration, newAccount } from "./support/accounts.ts";
import { field, lines, openRide } from "./support/chats.ts";
import { DESKTOP, expect, PHONE, testOnOneServer as test } from "./support/test.ts";

/** The keys that end a composition in Safari: the composition has ended when its Enter arrives, marked with 229. */
async function endCompositionAsSafari(target: Locator, key = "Enter"): Promise<void> {
  await target.evaluate((element, key) => {
    element.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
    element.dispatchEvent(
      new KeyboardEvent("keydown", { key, keyCode: 229, bubbles: true, cancelable: true }),
    );
  }, key);
}

/** A real composition of the browser, which is committed. */
async function compose(page: Page, text: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Input.imeSetComposition", {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  });
  await devTools.send("Input.insertText", { text });
}

test("[domain/input:composition] the Enter of an input method neither sends a message nor chooses a place", async ({
  world: { browserOf },
}) => {
  const { page, hostPage } = await openRide(browserOf, "Composer");
  await page.getByRole("button", { name: "Message", exact: true }).click();
  await field(page).fill("こんにちは");
  await endCompositionAsSafari(field(page));
  await expect(field(page)).toHaveValue("こんにちは");
  await expect(lines(page)).not.toContainText("こんにちは");

  await hostPage.goto("/seek");
  const from = hostPage.getByRole("combobox", { name: "From" });
  await from.fill("Karlsr");
  await hostPage.getByRole("option").first().waitFor();
  await endCompositionAsSafari(from, "ArrowDown");
  await endCompositionAsSafari(from);
  await expect(from).toHaveValue("Karlsr");
});

test("[domain/input:touch-enter] by touch, Enter in the chat is a new line, and the keyboard shows it", async ({
  world: { browserOf },
}) => {
  const { page, hostPage } = await openRide(browserOf, "Toucher");
  await page.getByRole("button", { name: "Message", exact: true }).click();
  await expect(field(page)).toHaveAttribute("enterkeyhint", "enter");
  await field(page).fill("first line");
  await field(page).press("Enter");
  await field(page).pressSequentially("second");
  await expect(field(page)).toHaveValue("first line\nsecond");
  await page.getByRole("button", { name: "Send", exact: true }).tap();
  await expect(lines(page)).toContainText("second");

  await hostPage.goto(page.url());
  await hostPage
    .getByRole("banner")
    .getByRole("button", { name: /^Chats/ })
    .click();
});

test("[domain/input:digits] codes, phone numbers and prices are typed in Arabic and full-width digits", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(PHONE);
  await page.goto("/register");
  await page.getByLabel("Phone").pressSequentially("٠٠٤١");
  await expect(page.getByLabel("Phone")).toHaveValue("+41");
  await page.getByLabel("Phone").fill("+٩٧١٥٠١٢٣٤٥٦٧");
  await expect(page.getByText("Valid international phone number")).toBeVisible();
  await fillRegistration(page, newAccount());
  await page.getByRole("button", { name: "Sign up" }).click();
  await boxes(page).first().pressSequentially("١");
  await boxes(page).nth(1).pressSequentially("２");
  await expect(boxes(page).nth(0)).toHaveValue("1");
  await expect(boxes(page).nth(1)).toHaveValue("2");
  // An input method composes each digit, in the box to which the focus has moved by itself.
  for (const digit of ["３", "４", "５"]) await compose(page, digit);
  await expect(boxes(page).nth(2)).toHaveValue("3");
  await expect(boxes(page).nth(3)).toHaveValue("4");
  await expect(boxes(page).nth(4)).toHaveValue("5");

  const desktop = await browserOf(DESKTOP);
  await desktop.goto("/register");
  await desktop.getByRole("button", { name: "I have only one name" }).click();
  await expect(desktop.getByLabel("Last name")).toHaveCount(0);
  await desktop.getByLabel("Your only name").fill("Suharto");
  await desktop.getByLabel("Phone").focus();
  await compose(desktop, "＋４９１５１２３４５６７８");
  await expect(desktop.getByText("Valid Germany phone number")).toBeVisible();
});
