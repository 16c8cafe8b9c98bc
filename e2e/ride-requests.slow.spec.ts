import type { Page } from "@playwright/test";
import { holdRequests } from "./support/hold-requests.ts";
import { press, tabTo, type, typePlace } from "./support/keyboard.ts";
import { signUp, testPerson } from "./support/people.ts";
import { choosePlace, inDays } from "./support/places.ts";
import {
  offerBy,
  offerRide,
  postRequest,
  seekAddress,
  toast,
  towns,
} from "./support/ride-requests.ts";
import { legs } from "./support/rides.ts";
import { expect, PHONE, testOnOneServer as test } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });

test("no result: a request with one tap, two offers side by side, one accepted, the other driver notified", async ({
  world: { browserOf, watch },
}) => {
  watch.mayComplain(/status of 400\b|^call failed \{.*code: contribution_too_high\b/);
  const seeker = await browserOf();
  const amara = await browserOf();
  const ben = await browserOf();
  await signUp(seeker, testPerson("Jonas", "Weber"));
  const host = await signUp(amara, testPerson("Amara", "Okafor"));
  const driver = await signUp(ben, testPerson("Ben", "Carter"));

  // Several drivers go this way tomorrow.
  const day = inDays(9);
  await test.step("a search that finds nothing becomes a request", async () => {
    await seeker.goto(`${seekAddress(towns.karlsruhe, towns.bonn, 2, day)}&luggage=2&instant=1`);
    await expect(
      seeker.getByText("A request doesn't book a seat right away: drivers answer, and you choose."),
    ).toBeVisible();
    await button(seeker, "Post a ride request").click();
    await link(seeker, "View your request").click();
    await expect(heading(seeker, "Karlsruhe to Bonn")).toBeVisible();
    await expect(heading(seeker, "No offers yet")).toBeVisible();
    await expect(seeker.getByRole("region", { name: "Your request" })).toContainText("2 seats");
    await expect(seeker.getByRole("region", { name: "Your request" })).toContainText("A suitcase");
  });

  await test.step("a host sees on her ride that somebody wants part of her way, and offers it", async () => {
    const ride = await host.call("rides", {
      origin: towns.freiburg,
      stops: [towns.mainz],
      destination: towns.koeln,
      departsAt: `${day}T06:45:00Z`,
      seatsTotal: 3,
      luggage: 2,
      contribution: { amountMinor: 1800, currency: "EUR" },
    });
    await amara.goto(`/rides/${ride.id}`);
    const along = amara.getByRole("region", { name: "1 person wants a ride along your route" });
    await expect(along).toContainText(/\+\d+ min, [\d.]+ km for you · pickup around \d\d:\d\d/);
    await along.getByRole("link", { name: /Karlsruhe.*Bonn/ }).click();
    await expect(amara.getByLabel("Which ride")).toHaveValue(ride.id);
    await expect(amara.getByText(/\+\d+ min and [\d.]+ km for you, pickup around/)).toBeVisible();
    await button(amara, "Send offer").click();
    await toast(amara, "Jonas W. has your offer. We'll notify you of the answer.");
    await expect(amara.getByRole("region", { name: "Your offer" })).toContainText(
      "Waiting for an answer",
    );
  });

  await expect(offerBy(seeker, "Amara O.")).toContainText("With a ride already offered");

  await test.step("another driver finds it near his home, and offers a new ride", async () => {
    await driver.call("firebase-auth/update-profile", { homePlace: towns.karlsruhe });
    await ben.goto("/requests/open");
    await expect(ben.getByRole("combobox", { name: "Requests starting near" })).toHaveValue(
      /Karlsruhe/,
    );
    await link(ben, /Karlsruhe.*Bonn/).click();
    await ben.getByLabel("Departure").fill("09:00");
    await ben.getByLabel(/^Amount per seat/).fill("99");
    await expect(ben.getByText(/All seats together: €\d+.* of €\d+/)).toBeVisible();
    await button(ben, "Send offer").click();
    await expect(ben.getByText(/^A seat on this route can cost at most €\d+/)).toBeVisible();
    await button(ben, /^Use €/).click();
    await expect(ben.getByText(/^A seat on this route can cost/)).toBeHidden();
    await ben.getByLabel(/^Amount per seat/).fill("9");
    await ben.getByLabel(/^Message to Jonas W./).fill("Room for big luggage.");
    await button(ben, "Send offer").click();
    await expect(ben.getByRole("region", { name: "Your offer" })).toContainText(
      "Waiting for an answer",
    );
    await ben.goto("/requests/open");
    await expect(link(ben, /Karlsruhe.*Bonn/)).toContainText("Offer sent");
    await ben.goto("/requests?show=offers");
  });

  await test.step("both stand side by side without a reload, the same details in the same rows", async () => {
    await expect(heading(seeker, "2 offers for you")).toBeVisible();
    await expect(seeker.getByRole("link", { name: /^Inbox/ })).toContainText("2");
    await expect(offerBy(seeker, "Ben C.")).toContainText("Room for big luggage.");
    await expect(offerBy(seeker, "Ben C.")).toContainText("€9 each, €18 in total");
    await expect(offerBy(seeker, "Ben C.")).toContainText("lowest");
    const rows = ["Picks you up", "Price", "Vehicle"];
    const tops = (name: string) =>
      Promise.all(
        rows.map(async (row) => (await offerBy(seeker, name).getByText(row).boundingBox())?.y),
      );
    expect(await tops("Amara O.")).toEqual(await tops("Ben C."));
  });

  await test.step("home and the inbox lead to the request that has them", async () => {
    await seeker.goto("/home");
    await link(seeker, "2 offers need your answer").click();
    const card = link(seeker, /Karlsruhe.*Bonn/);
    await expect(card).toContainText("2 open offers");
    await expect(seeker.getByRole("radio", { name: /^Ride requests/ })).toBeChecked();
    await seeker.goto("/profile");
    await seeker.getByRole("link", { name: "Inbox 2 waiting" }).click();
    await card.click();
    await expect(heading(seeker, "2 offers for you")).toBeVisible();
  });

  await test.step("one is accepted: the seats are taken, the other is declined, and both drivers see it", async () => {
    await button(seeker, "Accept Amara O.'s offer").click();
    await toast(seeker, "Amara O. is giving you a ride.");
    await expect(heading(seeker, "You're riding with Amara O.")).toBeVisible();
    await expect(ben.getByRole("article")).toContainText("Declined");
    await expect(ben.getByRole("article")).toContainText("Another offer was accepted.");
    await expect(amara.getByRole("region", { name: "Your offer" })).toContainText("Accepted");
    await link(seeker, "View ride").click();
    await expect(heading(seeker, "You have a seat")).toBeVisible();
    await expect(legs(seeker)).toHaveText(["1 of 3 seats free", "1 of 3 seats free"]);
  });

  await test.step("the driver cancels, and the seeker is told and can post it again", async () => {
    await seeker.goBack();
    await button(amara, "Cancel").click();
    const dialog = amara.getByRole("dialog", { name: "Cancel this passenger's ride?" });
    await dialog.getByLabel(/Reason/).fill("The car broke down");
    await dialog.getByRole("button", { name: "Cancel their ride" }).click();
    await expect(
      seeker.getByText("Amara O. had to cancel, so you no longer have a ride."),
    ).toBeVisible();
    await expect(seeker.getByText("“The car broke down”")).toBeVisible();
    await link(seeker, /Post again/).click();
    await button(seeker, "Post request").click();
    await expect(heading(seeker, "No offers yet")).toBeVisible();
  });
});

test("declining and withdrawing an offer and a request can be undone for a moment", async ({
  world: { browserOf },
}) => {
  const seeker = await browserOf(PHONE);
  const driver = await browserOf(PHONE);
  const mei = await signUp(seeker, testPerson("Mei", "Chen"));
  const omar = await signUp(driver, testPerson("Omar", "Haddad"));
  const request = await postRequest(mei, towns.leipzig, towns.dresden);
  await offerRide(omar, request);
  await seeker.goto(request);
  await driver.goto("/requests?show=offers");

  await test.step("declined with a reason, but not before the moment has passed", async () => {
    const decline = async (reason: string) => {
      await button(seeker, "Decline Omar H.'s offer").click();
      const dialog = seeker.getByRole("dialog", { name: "Decline Omar H.'s offer?" });
      await dialog.getByLabel(/Reason/).fill(reason);
      await dialog.getByRole("button", { name: "Decline" }).click();
    };
    await decline("Too early");
    await button(seeker, "Undo").click();
    await expect(button(seeker, "Accept Omar H.'s offer")).toBeVisible();
    await decline("Too late for my train");
    // Leaving the page confirms it.
    await seeker
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Seek" })
      .click();
    await expect(driver.getByRole("article")).toContainText("Too late for my train");
  });

  await test.step("another one is withdrawn in front of the seeker", async () => {
    await seeker.goto(request);
    await offerRide(omar, request, "10:00");
    await expect(offerBy(seeker, "Omar H.")).toBeVisible();
    await button(driver, "Withdraw").click();
    await button(driver, "Undo").click();
    await button(driver, "Withdraw").click();
    await driver.getByRole("radio", { name: "For my rides" }).click({ force: true });
    await toast(driver, "Your offer was withdrawn.");
    await expect(heading(seeker, "No offers yet")).toBeVisible();
    await expect(seeker.getByRole("region", { name: "Closed offers" })).toContainText("Withdrawn");
  });

  await test.step("the request is taken back, and gone for drivers", async () => {
    await button(seeker, "Withdraw request").click();
    await button(seeker, "Undo").click();
    await button(seeker, "Withdraw request").click();
    await link(seeker, "Your ride requests").click();
    await toast(seeker, "Your request was withdrawn.");
    await expect(link(seeker, /Leipzig.*Dresden/)).toContainText("Withdrawn");
    await driver.goto("/requests/open");
    await choosePlace(
      driver.getByRole("combobox", { name: "Requests starting near" }),
      "Leipz",
      "Leipzig, Germany",
    );
    await expect(heading(driver, "No ride requests near Leipzig")).toBeVisible();
    // An open page receives the event.
    await postRequest(mei, towns.leipzig, towns.dresden);
    await expect(link(driver, /Leipzig.*Dresden/)).toBeVisible({ timeout: 30_000 });
  });
});

test("no undo is offered once the change is being sent", async ({ world: { browserOf } }) => {
  const page = await browserOf(PHONE);
  const noor = await signUp(page, testPerson("Noor", "Bakker"));
  await page.goto(await postRequest(noor, towns.leipzig, towns.dresden));
  const answer = await holdRequests(page, "**/api/rides/requests/*");
  await page.clock.install();
  const withdrawalSent = page.waitForRequest("**/api/rides/requests/*");
  await button(page, "Withdraw request").click();
  await expect(button(page, "Undo")).toBeVisible();
  await page.clock.runFor(6_000);
  await withdrawalSent;
  await expect(page.getByText("Withdrawing…")).toBeVisible();
  await expect(button(page, "Undo")).toBeHidden();
  answer();
  await toast(page, "Your request was withdrawn.");
});

test("a request's input survives a lost connection and a reload; route and time are fixed while an offer waits", async ({
  world: { browserOf, watch },
}) => {
  const seeker = await browserOf();
  const driver = await browserOf();
  await signUp(seeker, testPerson("Lena", "Fischer"));
  const tariq = await signUp(driver, testPerson("Tariq", "Aziz"));
  watch.serverMayBeAway();

  await seeker.goto("/requests/new");
  await button(seeker, "Post request").click();
  await expect(seeker.getByText("Which place?").first()).toBeVisible();
  await choosePlace(seeker.getByRole("combobox", { name: "From" }), "Rosto", "Rostock, Germany");
  await choosePlace(
    seeker.getByRole("combobox", { name: "To", exact: true }),
    "Berl",
    "Berlin, Germany",
  );
  await seeker.locator("summary", { hasText: "More options" }).click();
  await seeker.getByText("Up to…").click();
  await seeker.getByLabel(/^Maximum per seat/).fill("a lot");
  await seeker.locator("summary", { hasText: "More options" }).click();
  await button(seeker, "Post request").click();
  await expect(
    seeker.getByLabel(/^Maximum per seat/),
    "a closed part opens for a field that is refused",
  ).toBeFocused();
  await seeker.getByLabel(/^Maximum per seat/).fill("12.50");
  await seeker.getByLabel(/^Note to drivers/).fill("One suitcase");
  await seeker.context().setOffline(true);
  await button(seeker, "Post request").click();
  await expect(
    seeker.getByText("We couldn't reach the server. Check your connection and try again."),
  ).toBeVisible();
  await seeker.context().setOffline(false);
  await seeker.reload();
  await expect(seeker.getByRole("combobox", { name: "From" })).toHaveValue("Rostock, Germany");
  await expect(seeker.getByLabel(/^Maximum per seat/)).toHaveValue("12.50");
  await button(seeker, "Post request").click();
  await expect(heading(seeker, "No offers yet")).toBeVisible();

  await offerRide(tariq, new URL(seeker.url()).pathname);
  await expect(offerBy(seeker, "Tariq A.")).toBeVisible();
  await link(seeker, "Change").click();
  await expect(seeker.getByText(/1 open offer/)).toBeVisible();
  await expect(seeker.getByRole("combobox", { name: "From" })).toBeDisabled();
  await seeker.getByLabel(/^Note to drivers/).fill("Two suitcases");
  await button(seeker, "Save changes").click();
  await expect(seeker.getByText("Two suitcases")).toBeVisible();
});

test("a request is posted, answered with an offer and accepted by keyboard", async ({
  world: { browserOf },
}) => {
  const seeker = await browserOf();
  const driver = await browserOf();
  await signUp(seeker, testPerson("Ines", "Prado"));
  await signUp(driver, testPerson("Yuki", "Sato"));

  await seeker.goto(seekAddress(towns.berlin, towns.rostock));
  await press(link(seeker, "Edit first"));
  await type(seeker.getByLabel("Earliest time"), "0600");
  await type(seeker.getByLabel(/^Note to drivers/), "A dog comes along");
  await press(button(seeker, "Post request"));
  await expect(heading(seeker, "No offers yet")).toBeVisible();

  await driver.goto("/requests?show=offers");
  await press(link(driver, "View ride requests"));
  await typePlace(
    driver.getByRole("combobox", { name: "Requests starting near" }),
    "Berl",
    "Berlin, Germany",
  );
  await press(link(driver, /Berlin.*Rostock/));
  await type(driver.getByLabel(/^Amount per seat/), "11");
  await press(button(driver, "Send offer"));
  await expect(driver.getByRole("region", { name: "Your offer" })).toContainText("€11");

  await press(button(seeker, "Accept Yuki S.'s offer"));
  await expect(heading(seeker, "You're riding with Yuki S.")).toBeVisible();
  await tabTo(link(seeker, "View ride"));
  await seeker.keyboard.press("Enter");
  await expect(heading(seeker, "You have a seat")).toBeVisible();
});
