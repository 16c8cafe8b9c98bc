import type { Page } from "@playwright/test";
import { press, stepTo, tabTo, type, typePlace } from "./support/keyboard.ts";
import { readCode } from "./support/mailbox.ts";
import { PASSWORD, type Person, testPerson } from "./support/people.ts";
import { tomorrow } from "./support/places.ts";
import { BONN, FREIBURG, KARLSRUHE, KOELN, legs, MAINZ } from "./support/rides.ts";
import { expect, test } from "./support/test.ts";

/** In the order in which a date field takes it from the keyboard: month, day, year. */
const dayTyped = () => tomorrow().replace(/(\d+)-(\d+)-(\d+)/, "$2$3$1");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const link = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });

test("the journey by keyboard: register, host, search, request, accept, withdraw", async ({
  world: { browserOf },
}) => {
  const host = await browserOf();
  const seeker = await browserOf();
  await joinByKeyboard(host, testPerson("Amara", "Okafor"));
  await hostByKeyboard(host);
  await joinByKeyboard(seeker, testPerson("Jonas", "Weber"));

  await test.step("find the ride and ask for two seats", async () => {
    await press(link(seeker, "Seek"));
    const form = seeker.getByRole("search", { name: "Find a ride" });
    await typePlace(form.getByRole("combobox", { name: "From" }), "Karlsr", KARLSRUHE);
    await typePlace(form.getByRole("combobox", { name: "To" }), "Bon", BONN);
    await type(form.getByLabel("Day"), dayTyped());
    await stepTo(seeker, "Seats", 2);
    await press(form.getByRole("button", { name: "Find rides" }));
    await press(seeker.getByRole("link", { name: "View ride" }));
    await press(button(seeker, "Ask for seats"));
    await press(button(seeker, "Ask for 2 seats"));
    await expect(seeker.getByRole("region", { name: "Your request" })).toContainText("Waiting");
  });

  await press(button(host, "Accept Jonas W."));
  await expect(seeker.getByRole("heading", { name: "You have a seat" })).toBeVisible();
  await expect(legs(seeker)).toHaveText(["1 of 3 seats free", "1 of 3 seats free"]);

  await press(button(seeker, "Cancel booking"));
  const dialog = seeker.getByRole("dialog", { name: "Cancel this booking?" });
  await press(dialog.getByRole("button", { name: "Cancel booking" }));
  await expect(dialog).toBeHidden();
  await expect(legs(host)).toHaveText(["3 of 3 seats free", "3 of 3 seats free"]);
});

async function joinByKeyboard(page: Page, { firstName, lastName, email }: Person): Promise<void> {
  await page.goto("/");
  await press(page.getByRole("link", { name: "Sign Up" }).first());
  await type(page.getByLabel("First name"), firstName);
  await type(page.getByLabel("Last name"), lastName);
  await type(page.getByLabel("E-mail"), email);
  await type(page.getByLabel("Phone"), "+12025550123");
  await type(page.getByLabel("Password", { exact: true }), PASSWORD);
  await type(page.getByLabel("Confirm password"), PASSWORD);
  await page.keyboard.press("Enter");
  // The first box of the code already has the focus.
  await expect(page.getByLabel("Digit 1 of 6")).toBeFocused();
  await page.keyboard.type(await readCode(page, email));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/login");
  await type(page.getByLabel("E-mail"), email);
  await type(page.getByLabel("Password", { exact: true }), PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/home");
}

async function hostByKeyboard(page: Page): Promise<void> {
  await press(link(page, "Host"));
  // The previous page has a field of the same name.
  await expect(page.getByRole("heading", { name: "Host a ride", level: 1 })).toBeVisible();
  await typePlace(page.getByRole("combobox", { name: "From" }), "Freibur", FREIBURG);
  await press(button(page, "Add a stop"));
  // Adding a stop moves the focus into it.
  await expect(page.getByRole("combobox", { name: "Stop 1" })).toBeFocused();
  await typePlace(page.getByRole("combobox", { name: "Stop 1" }), "Mainz", MAINZ);
  await typePlace(page.getByRole("combobox", { name: "To", exact: true }), "Köl", KOELN);
  await press(button(page, "Continue"));
  await type(page.getByLabel("Date"), dayTyped());
  await type(page.getByLabel("Departure"), "0745");
  await press(button(page, "Continue"));
  await stepTo(page, "Seats you offer", 3);
  const amount = page.getByLabel(/^Amount per seat/);
  await tabTo(amount);
  await page.keyboard.press("Control+A");
  await page.keyboard.type("18");
  await press(button(page, "Continue"));
  await press(button(page, "Offer this ride"));
  await expect(
    page.getByRole("heading", { name: "Freiburg im Breisgau to Cologne", level: 1 }),
  ).toBeVisible();
  await expect(legs(page)).toHaveText(["3 of 3 seats free", "3 of 3 seats free"]);
}
