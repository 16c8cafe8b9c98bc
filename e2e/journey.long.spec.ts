import type { Page } from "@playwright/test";
import { signUp, signUpInBrowser, testPerson } from "./support/people.ts";
import {
  BONN,
  fillBookingForm,
  hostFreiburgToKoeln,
  KARLSRUHE,
  legs,
  seek,
} from "./support/rides.ts";
import { expect, PHONE, test } from "./support/test.ts";

const BOTH_TAKEN = ["1 of 3 seats free", "1 of 3 seats free"];
const ALL_FREE = ["3 of 3 seats free", "3 of 3 seats free"];

const requestSeats = (page: Page, seats: number) =>
  page
    .getByRole("button", { name: seats === 1 ? "Ask for 1 seat" : `Ask for ${seats} seats` })
    .click();
const article = (page: Page, name: string | RegExp) =>
  page.getByRole("article").filter({ hasText: name });
const ownRequest = (page: Page) =>
  page.getByRole("region", { name: /Your request|You have a seat/ });

test.use({ maps: "coarse" });

test("the journey: host, search, request, accept, full and free again, withdraw, while the server is killed twice", async ({
  world: { server, watch, browserOf },
}) => {
  const amara = await browserOf();
  const seeker = await browserOf(PHONE);
  const third = await browserOf(PHONE);
  const fourth = await browserOf(PHONE);

  await signUpInBrowser(amara, testPerson("Amara", "Okafor"));
  const ride = await hostFreiburgToKoeln(amara);
  await expect(legs(amara)).toHaveText(ALL_FREE);

  await test.step("a seeker finds the ride because it passes by, and asks for two seats", async () => {
    await signUpInBrowser(seeker, testPerson("Jonas", "Weber"));
    await seek(seeker, ["Karlsr", KARLSRUHE], ["Bon", BONN]);
    const found = article(seeker, /^View ride: Karlsruhe to Bonn/);
    await expect(found).toContainText(
      /Host's route: Freiburg im Breisgau 07:45 – Cologne \d\d:\d\d/,
    );
    await expect(found).toContainText(/\+\d+ min for the host/);
    await found.getByRole("link", { name: "View ride" }).click();
    await expect(
      seeker.getByText(/You get in here · ≈\sabout \+\d+ min for the host/),
    ).toBeVisible();
    await fillBookingForm(seeker, { seats: 2 });
    await seeker.getByLabel(/Message to the host/).fill("Two of us, with small rucksacks.");
    await requestSeats(seeker, 2);
    await expect(ownRequest(seeker)).toContainText("Waiting");
  });

  // Someone else opens the ride while its seats are still free.
  await signUp(third, testPerson("Mei", "Chen"));
  await third.goto(ride);
  await fillBookingForm(third, { from: "Freiburg", to: "Mainz", seats: 2 });

  await test.step("the host sees the request without reloading, and accepts", async () => {
    const request = article(amara, "Jonas W.");
    await expect(request).toContainText("Two of us, with small rucksacks.");
    await request.getByRole("button", { name: "Accept Jonas W." }).click();
    await expect(legs(amara)).toHaveText(BOTH_TAKEN);
  });

  await test.step("the seeker sees it accepted without reloading, and the seats left on each leg", async () => {
    await expect(seeker.getByRole("heading", { name: "You have a seat" })).toBeVisible();
    await expect(legs(seeker)).toHaveText(BOTH_TAKEN);
  });

  await test.step("a third person is told that the part is full", async () => {
    await requestSeats(third, 2);
    await expect(
      third.getByText(
        /This part of the ride is full: 2 seats aren't available for Freiburg.* – Mainz/,
      ),
    ).toBeVisible();
  });

  await test.step("the server is killed and comes back, and everything is as it was", async () => {
    watch.serverMayBeAway();
    await server.kill();
    await server.start();
    for (const page of [amara, seeker]) {
      await page.reload();
      await expect(legs(page)).toHaveText(BOTH_TAKEN);
    }
    await expect(seeker.getByRole("heading", { name: "You have a seat" })).toBeVisible();
    await expect(article(amara, "Jonas W.")).toContainText("Accepted");
  });

  await test.step("the seeker withdraws, and the seats come back in front of the host", async () => {
    await cancelBooking(seeker);
    await expect(legs(seeker)).toHaveText(ALL_FREE);
    await expect(legs(amara)).toHaveText(ALL_FREE);
  });

  await test.step("two seats as far as Mainz: full on that leg for others, free on the next", async () => {
    await seeker.goto(ride);
    await fillBookingForm(seeker, { from: "Freiburg", to: "Mainz", seats: 2 });
    await requestSeats(seeker, 2);
    await amara.getByRole("button", { name: "Accept Jonas W." }).click();
    await expect(legs(amara)).toHaveText(["1 of 3 seats free", "3 of 3 seats free"]);

    await expect(
      third.getByText(/This part of the ride is full: 2 seats aren't available/),
    ).toBeVisible();

    await signUp(fourth, testPerson("Liam", "Byrne"));
    await fourth.goto(ride);
    await fillBookingForm(fourth, { from: "Mainz", to: "Cologne", seats: 2 });
    await requestSeats(fourth, 2);
    await expect(ownRequest(fourth)).toContainText("Waiting");
  });

  await test.step("killed again before the host answers: the browsers find back by themselves, without a reload", async () => {
    await server.kill();
    await server.start();
    await amara.getByRole("button", { name: "Accept Liam B." }).click();
    await expect(fourth.getByRole("heading", { name: "You have a seat" })).toBeVisible();
    await expect(legs(amara)).toHaveText(["1 of 3 seats free", "1 of 3 seats free"]);
    await expect(legs(fourth)).toHaveText(["1 of 3 seats free", "1 of 3 seats free"]);
    await cancelBooking(seeker);
    await expect(legs(amara)).toHaveText(["3 of 3 seats free", "1 of 3 seats free"]);
  });
});

async function cancelBooking(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Cancel booking" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this booking?" });
  await dialog.getByRole("button", { name: "Cancel booking" }).click();
  await expect(dialog).toBeHidden();
}
