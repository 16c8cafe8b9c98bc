import type { Page } from "@playwright/test";
import { inspect } from "./support/inspect.ts";
import { press, tabTo, type } from "./support/keyboard.ts";
import { join, person } from "./support/people.ts";
import { hostRide, towns } from "./support/screens.ts";
import { expect, PHONE, testOnOneServer as test } from "./support/test.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });

test("[domain/changed-ride:web] a host moves a ride by keyboard; one passenger confirms, another gives the seat back, and everybody sees it at once", async ({
  world: { browserOf },
}) => {
  const [host, first, second] = [await browserOf(), await browserOf(PHONE), await browserOf()];
  const amara = await join(host, person("Amara", "Okafor"));
  const jonas = await join(first, person("Jonas", "Weber"));
  const mei = await join(second, person("Mei", "Chen"));
  const rideId = await hostRide(amara, "06:45");
  for (const [account, said] of [
    [jonas, { seats: 1 }],
    [mei, { seats: 1, dropoff: towns.mainz }],
  ] as const) {
    const { id } = await account.call(`rides/${rideId}/request`, said);
    await amara.call(`rides/${rideId}/requests/${id}/accept`, {});
  }
  await first.goto(`/rides/${rideId}`);
  await expect(heading(first, "You have a seat")).toBeVisible();
  await second.goto("/requests?show=sent");

  await test.step("the host changes the departure, and is told what that asks of passengers", async () => {
    await host.goto(`/rides/${rideId}`);
    await press(host.getByRole("link", { name: "Change the ride" }));
    await press(button(host, "Continue"));
    await type(host.getByLabel("Departure"), "0930");
    await press(button(host, "Continue"));
    await expect(heading(host, "Seats and cost")).toBeVisible();
    await press(button(host, "Continue"));
    await expect(host.getByText(/they are asked whether it still suits them/)).toBeVisible();
    await press(button(host, /^Save/));
    await expect(host.getByText("Not confirmed yet")).toHaveCount(2);
  });

  await test.step("each passenger is asked where they look, with what it was", async () => {
    await expect(first.getByText(/^Pickup .*09:30 instead of .*07:45/)).toBeVisible();
    await inspect(first, "a changed ride", button(first, "I still come along"));
    await button(first, "I still come along").click();
    await expect(button(first, "I still come along")).toBeHidden();
    await expect(host.getByText("Not confirmed yet")).toHaveCount(1);
  });

  await test.step("the other one gives the seat back by keyboard, which counts against nobody", async () => {
    await tabTo(button(second, "I still come along"));
    await press(button(second, "Give my seat back"));
    const dialog = second.getByRole("dialog", { name: "Give your seat back?" });
    await expect(dialog).toContainText("It never counts against you.");
    await press(dialog.getByRole("button", { name: "Give it back" }));
    await expect(second.getByRole("article")).toContainText("Cancelled");
    await expect(host.getByText("Not confirmed yet")).toHaveCount(0);
    await expect(host.getByRole("list", { name: "Stops" }).getByText("2 of 3 seats free")).toHaveCount(2);
  });
});
