import type { Page } from "@playwright/test";
import { captureScreenshots } from "./support/inspect.ts";
import { press, tabTo, type } from "./support/keyboard.ts";
import { signUp, testPerson } from "./support/people.ts";
import { postRequest } from "./support/ride-requests.ts";
import { openBooking } from "./support/rides.ts";
import { hostRide, towns } from "./support/screens.ts";
import { expect, PHONE, testOnOneServer as test } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });
/** The form data stored in this tab. */
const storedDrafts = (page: Page) =>
  page.evaluate(() =>
    Object.keys(sessionStorage).filter((key) => key.startsWith("commonlane.draft.")),
  );

test("[domain/changed-ride:web] a host moves a ride by keyboard; one passenger confirms, another gives the seat back, and all pages update", async ({
  world: { browserOf },
}) => {
  const host = await browserOf();
  const first = await browserOf(PHONE);
  const second = await browserOf();
  const amara = await signUp(host, testPerson("Amara", "Okafor"));
  const jonas = await signUp(first, testPerson("Jonas", "Weber"));
  const mei = await signUp(second, testPerson("Mei", "Chen"));
  const rideId = await hostRide(amara, "06:45");
  for (const [account, booking] of [
    [jonas, { seats: 1 }],
    [mei, { seats: 1, dropoff: towns.mainz }],
  ] as const) {
    const { id } = await account.call(`rides/${rideId}/request`, booking);
    await amara.call(`rides/${rideId}/requests/${id}/accept`, {});
  }
  await first.goto(`/rides/${rideId}`);
  await expect(heading(first, "You have a seat")).toBeVisible();
  await second.goto("/requests?show=sent");

  await test.step("the host changes the departure, and is told what that asks of passengers", async () => {
    await host.goto(`/rides/${rideId}`);
    await press(host.getByRole("link", { name: "Edit ride" }));
    await press(button(host, "Continue"));
    await type(host.getByLabel("Departure"), "0930");
    await press(button(host, "Continue"));
    await expect(heading(host, "Seats and price")).toBeVisible();
    await press(button(host, "Continue"));
    await expect(host.getByText(/they must confirm/)).toBeVisible();
    await press(button(host, /^Save/));
    await expect(
      host.getByRole("region", { name: "Requests", exact: true }).getByText("Not confirmed yet"),
    ).toHaveCount(2);
  });

  await test.step("each passenger is asked where they look, with what it was", async () => {
    await expect(first.getByText(/^Pickup .*09:30 instead of .*07:45/)).toBeVisible();
    await captureScreenshots(first, "a changed ride", button(first, "Keep my seat"));
    await button(first, "Keep my seat").click();
    await expect(button(first, "Keep my seat")).toBeHidden();
    await expect(
      host.getByRole("region", { name: "Requests", exact: true }).getByText("Not confirmed yet"),
    ).toHaveCount(1);
  });

  await test.step("the other one gives the seat back by keyboard, which counts against nobody", async () => {
    await tabTo(button(second, "Keep my seat"));
    await press(button(second, "Give up my seat"));
    const dialog = second.getByRole("dialog", { name: "Give up your seat?" });
    await expect(dialog).toContainText("It never counts against you.");
    await press(dialog.getByRole("button", { name: "Give it up" }));
    await expect(second.getByRole("article")).toContainText("Cancelled");
    await expect(
      host.getByRole("region", { name: "Requests", exact: true }).getByText("Not confirmed yet"),
    ).toHaveCount(0);
    await expect(
      host.getByRole("list", { name: "Stops" }).getByText("2 of 3 seats free"),
    ).toHaveCount(2);
  });
});

test("editing a ride or request twice keeps the first change, and a seat request starts with the searched number of seats", async ({
  world: { browserOf },
}) => {
  const host = await browserOf();
  const seeker = await browserOf(PHONE);
  const amara = await signUp(host, testPerson("Amara", "Twice"));
  const jonas = await signUp(seeker, testPerson("Jonas", "Twice"));
  const rideId = await hostRide(amara, "06:45");
  const terms = () => amara.read<{ departsAt: string; seatsTotal: number }>(`rides/${rideId}`);
  const goOnTo = async (step: string) => {
    await button(host, "Continue").click();
    await expect(heading(host, step)).toBeVisible();
  };
  const change = host.getByRole("link", { name: "Edit ride" });

  await test.step("a departure that was moved stays when only the seats are changed", async () => {
    await host.goto(`/rides/${rideId}`);
    await change.click();
    await goOnTo("Time");
    await host.getByLabel("Departure").fill("09:30");
    await goOnTo("Seats and price");
    await goOnTo("Review");
    await button(host, "Save changes").click();
    await expect(change).toBeVisible();
    const { departsAt } = await terms();

    await change.click();
    await expect(heading(host, "Route")).toBeVisible();
    expect(await storedDrafts(host), "of a form in which nothing was typed").toEqual([]);
    await goOnTo("Time");
    await expect(host.getByLabel("Departure")).toHaveValue("09:30");
    await goOnTo("Seats and price");
    await host
      .getByRole("group", { name: "Seats you offer" })
      .getByRole("button", { name: "One seat fewer" })
      .click();
    await goOnTo("Review");
    await button(host, "Save changes").click();
    await expect(change).toBeVisible();
    expect(await terms()).toMatchObject({ departsAt, seatsTotal: 2 });
    expect(await storedDrafts(host), "of a form that has done its work").toEqual([]);
  });

  await test.step("a note that was added stays when only the seats are", async () => {
    const again = seeker.getByRole("link", { name: "Change", exact: true });
    await seeker.goto(await postRequest(jonas, towns.karlsruhe, towns.mainz));
    await again.click();
    await seeker.getByLabel(/^Note to drivers/).fill("Two suitcases");
    await button(seeker, "Save changes").click();
    await expect(seeker.getByText("Two suitcases")).toBeVisible();
    await again.click();
    await expect(seeker.getByLabel(/^Note to drivers/)).toHaveValue("Two suitcases");
    await button(seeker, "One seat more").click();
    await button(seeker, "Save changes").click();
    await expect(seeker.getByText("2 seats")).toBeVisible();
    await expect(seeker.getByText("Two suitcases")).toBeVisible();
  });

  await test.step("seats are those that were looked for last", async () => {
    const seats = seeker.getByRole("group", { name: "Seats", exact: true }).getByRole("status");
    for (const wanted of ["1", "2"]) {
      await seeker.goto(`/rides/${rideId}?seats=${wanted}`);
      await openBooking(seeker);
      await expect(seats).toHaveText(wanted);
    }
  });
});

test("a vehicle typed while hosting survives next, back and reload", async ({
  world: { browserOf },
}) => {
  const host = await browserOf(PHONE);
  const amara = await signUp(host, testPerson("Amara", "Driver"));
  const goOn = button(host, "Continue");
  const make = host.getByLabel("Make");
  await host.goto(`/host?again=${await hostRide(amara, "06:45")}`);
  await goOn.click();
  await button(host, "Edit seats and price").click();
  await button(host, "Add a vehicle").click();
  await make.fill("Škoda");
  await goOn.click();
  await expect(host.getByText("Save or cancel this vehicle first.")).toBeVisible();
  await expect(button(host, "Save vehicle")).toBeFocused();
  await button(host, "Back").click();
  await expect(heading(host, "Time")).toBeFocused();
  await goOn.click();
  // The ride repeats another one, so after the time only the steps with missing input follow.
  await expect(heading(host, "Seats and price")).toBeFocused();
  await expect(make).toHaveValue("Škoda");
  await host.reload();
  await expect(make).toHaveValue("Škoda");
  await host.getByLabel("Model").fill("Octavia");
  await button(host, "Save vehicle").click();
  await expect(
    host.getByRole("combobox", { name: "Vehicle" }).getByRole("option", { selected: true }),
  ).toHaveText(/Škoda Octavia/);
  await goOn.click();
  await expect(host.getByRole("listitem").filter({ hasText: /^Škoda Octavia/ })).toBeVisible();
});
