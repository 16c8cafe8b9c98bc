import type { Page } from "@playwright/test";
import { captureScreenshots } from "./support/inspect.ts";
import { press } from "./support/keyboard.ts";
import { signUp, testPerson } from "./support/people.ts";
import { inDays } from "./support/places.ts";
import { bookingButton } from "./support/rides.ts";
import { hostRide } from "./support/screens.ts";
import { expect, PHONE, testOnOneServer as test } from "./support/test.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });
/** A day without other rides on this server, because at most three replacements are listed. */
const at = (time: string) => ({ departsAt: `${inDays(11)}T${time}:00Z` });

test("a seeker joins the waitlist by keyboard and gets the seat; after a cancellation another ride is requested with one tap", async ({
  world: { browserOf, watch },
}) => {
  const host = await browserOf();
  const waiting = await browserOf(PHONE);
  const other = await browserOf();
  const amara = await signUp(host, testPerson("Amara", "Okafor"));
  await signUp(waiting, testPerson("Jonas", "Weber"));
  const mei = await signUp(other, testPerson("Mei", "Chen"));
  const rideId = await hostRide(amara, "06:45", { seatsTotal: 1, ...at("06:45") });
  const aboard = await mei.call(`rides/${rideId}/request`, {});
  await amara.call(`rides/${rideId}/requests/${aboard.id}/accept`, {});

  await test.step("who finds the ride full joins the line by keyboard, leaves it and takes that back", async () => {
    await waiting.goto(`/rides/${rideId}`);
    await press(bookingButton(waiting));
    const sheet = waiting.getByRole("dialog", { name: "Join the waitlist" });
    await expect(sheet.getByText("You'd be next in line.")).toBeVisible();
    await press(sheet.getByRole("button", { name: "Join the waitlist" }));
    await expect(heading(waiting, "You're next in line")).toBeVisible();
    await captureScreenshots(
      waiting,
      "one's place in line",
      heading(waiting, "You're next in line"),
    );
    await press(button(waiting, "Leave the waitlist"));
    await press(button(waiting, "Undo"));
    await expect(button(waiting, "Leave the waitlist")).toBeVisible();
  });

  await test.step("the host sees who waits; the seat that comes back is asked for, and given", async () => {
    await host.goto(`/rides/${rideId}`);
    await expect(heading(host, "On the waitlist")).toBeVisible();
    await expect(host.getByRole("listitem").filter({ hasText: "Jonas W." })).toContainText(
      "1 seat",
    );
    await mei.remove(`rides/requests/${aboard.id}`);
    await expect(heading(waiting, "Your request")).toBeVisible();
    await press(button(host, "Accept Jonas W."));
    await expect(heading(waiting, "You have a seat")).toBeVisible();
  });

  // The first reply with replacements is lost.
  watch.serverMayBeAway();
  await waiting.route("**/replacements", (route) => route.abort());
  const insteadId = await hostRide(mei, "07:30", at("07:30"));
  await test.step("the host cancels, told what it counts; the passenger asks for another ride with one tap", async () => {
    await press(button(host, "Cancel ride"));
    const dialog = host.getByRole("dialog", { name: "Cancel this ride?" });
    await expect(dialog).toContainText(/reliability|your profile shows/);
    await press(dialog.getByRole("button", { name: "Cancel ride" }));
    await expect(heading(waiting, "Other matching rides")).toBeVisible();
    const failed = waiting.getByRole("alert").filter({ hasText: "Couldn't load these rides." });
    await captureScreenshots(waiting, "other rides that could not be read", failed);
    await expect(waiting.getByRole("link", { name: "Find other rides" })).toBeVisible();
    await waiting.unroute("**/replacements");
    await press(failed.getByRole("button", { name: "Try again" }));
    await captureScreenshots(waiting, "other rides", button(waiting, "Ask Mei C. for a seat"));
    await button(waiting, "Ask Mei C. for a seat").click();
    await expect(waiting.getByRole("status").filter({ hasText: "Requested" })).toBeVisible();
    await other.goto(`/rides/${insteadId}`);
    await expect(button(other, "Accept Jonas W.")).toBeVisible();
    await waiting.goto("/notifications");
    await expect(waiting.getByText(/^(?:Unread: )?We found another ride/)).toBeVisible();
  });

  await test.step("a cancellation days before does not count on the profile of the host", async () => {
    await waiting.goto(`/profile/${amara.uid}`);
    await expect(heading(waiting, "Reliability")).toBeVisible();
    await expect(waiting.getByText("No booked rides yet.")).toBeVisible();
    await captureScreenshots(waiting, "reliability", heading(waiting, "Reliability"));
  });
});

test("a reserved seat is taken by keyboard; a passenger's rights start then, not before", async ({
  world: { browserOf },
}) => {
  const host = await browserOf();
  const waiting = await browserOf(PHONE);
  const other = await browserOf();
  const amara = await signUp(host, testPerson("Amara", "Okafor"));
  const jonas = await signUp(waiting, testPerson("Jonas", "Weber"));
  const mei = await signUp(other, testPerson("Mei", "Chen"));
  const rideId = await hostRide(amara, "06:45", {
    seatsTotal: 1,
    approval: "instant",
    ...at("05:45"),
  });
  const aboard = await mei.call(`rides/${rideId}/request`, {});
  await jonas.call(`rides/${rideId}/standby`, {});
  await waiting.goto(`/rides/${rideId}`);
  await expect(heading(waiting, "You're next in line")).toBeVisible();
  await mei.remove(`rides/requests/${aboard.id}`);
  await captureScreenshots(waiting, "a seat that is held", heading(waiting, "A seat for you"));
  const given = [button(waiting, "Ride chat"), heading(waiting, "Trip safety")];
  for (const element of given) await expect(element).toBeHidden();
  await press(button(waiting, "Take the seat"));
  await expect(heading(waiting, "You have a seat")).toBeVisible();
  for (const element of given) await expect(element).toBeVisible();
});
