import type { Page } from "@playwright/test";
import { boxes, fillRegistration, newAccount } from "./support/accounts.ts";
import { chats, drawer, field, lines } from "./support/chats.ts";
import { signUp, testPerson } from "./support/people.ts";
import { bookingButton, rideAt } from "./support/rides.ts";
import { hostRide, searchAddress } from "./support/screens.ts";
import { DESKTOP, expect, PHONE, testOnOneServer as test } from "./support/test.ts";

/** As Chrome's translation does it: elements in the place of every text, also of those that come later. */
function translatePage(): void {
  const skipped = new Set(["SCRIPT", "STYLE", "TEXTAREA", "OPTION", "TITLE"]);
  const wrap = (text: Text) => {
    const parent = text.parentElement;
    if (
      !parent ||
      text.data.trim() === "" ||
      parent.localName === "font" ||
      skipped.has(parent.tagName)
    )
      return;
    if (parent.closest('[translate="no"], svg')) return;
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    inner.append(text.data);
    outer.append(inner);
    parent.insertBefore(outer, text);
    text.remove();
  };
  const wrapAll = (root: Node) => {
    if (root instanceof Text) wrap(root);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode())
      if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) wrap(text);
  };
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node.isConnected) wrapAll(node);
  }).observe(document, { childList: true, subtree: true });
}

async function openTranslated(page: Page, path: string): Promise<void> {
  await page.addInitScript(translatePage);
  await page.goto(path);
}
const isTranslated = (page: Page) => expect(page.locator("font font").first()).toBeAttached();

test("[domain/input:translation] a translated page shows what changes: registration and its countdown", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(DESKTOP);
  await openTranslated(page, "/register");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Please fill in all fields")).toBeVisible();
  await isTranslated(page);
  await fillRegistration(page, newAccount());
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();

  const resend = page.getByRole("button", { name: /^Resend code/ });
  await expect(resend).toHaveText(/^Resend code in \d+ s$/);
  const first = await resend.textContent();
  await expect(resend).not.toHaveText(first ?? "");
  await expect(resend).toHaveText(/^Resend code in \d+ s$/);
  await boxes(page).first().fill("1");
});

test("[domain/input:translation] a translated page shows what changes: search, a live booking and chat", async ({
  world: { browserOf },
}) => {
  const hostPage = await browserOf(DESKTOP);
  const page = await browserOf(PHONE);
  const host = await signUp(hostPage, testPerson("Hedy", "Translated"));
  const seeker = await signUp(page, testPerson("Ada", "Translated"));
  await hostRide(host, "10:30");
  await openTranslated(page, searchAddress("seek"));
  await expect(page.getByRole("article").first()).toBeVisible();
  await isTranslated(page);
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("dialog").getByRole("button").last().click();
  await expect(page.getByRole("article").first()).toBeVisible();

  const { id: rideId } = await host.call("rides", rideAt(6));
  await page.goto(`/rides/${rideId}`);
  await bookingButton(page).waitFor();
  const asked = await seeker.call(`rides/${rideId}/request`, { seats: 1 });
  await expect(page.getByText("Waiting for the host").first()).toBeVisible();
  await host.call(`rides/${rideId}/requests/${asked.id}/accept`, {});
  await expect(page.getByText("You have a seat").first()).toBeVisible();
  await expect(page.getByText("Waiting for the host")).toHaveCount(0);
  await expect(page.getByText("3 of 3 seats free")).toHaveCount(0);

  await openTranslated(hostPage, "/profile");
  await page.getByRole("button", { name: "Message", exact: true }).click();
  await field(page).fill("Hello");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(chats(hostPage)).toContainText("1");
  await chats(hostPage).click();
  await drawer(hostPage)
    .getByRole("button", { name: /^Ada T\./ })
    .click();
  await expect(lines(hostPage)).toContainText("Hello");
  await expect(lines(page).getByText("Read", { exact: true })).toBeVisible();
});
