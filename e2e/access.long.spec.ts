import { expectNoBarriers } from "./support/axe.ts";
import { press, tabTo } from "./support/keyboard.ts";
import { signUp, testPerson } from "./support/people.ts";
import { tomorrow } from "./support/places.ts";
import { openBooking, WAY } from "./support/rides.ts";
import { DESKTOP, expect, PHONE, testOnOneServer as test } from "./support/test.ts";

test.describe.configure({ mode: "default" });

test("access needs from the profile appear on matching rides and in the request to the host", async ({
  world: { browserOf },
}) => {
  const hostPage = await browserOf(DESKTOP);
  const page = await browserOf(PHONE);
  const hosts = [
    { first: "Bert", comfort: [] },
    { first: "Wanda", comfort: ["step-free", "wheelchair"] },
  ];
  for (const { first, comfort } of hosts) {
    const host = await signUp(hostPage, testPerson(first, "Access"));
    const vehicles = [
      { make: "VW", model: "Caddy", colour: "white", plate: "FR A 1", seats: 5, comfort },
    ];
    await host.call("firebase-auth/update-profile", { vehicles });
    const { vehicles: own } = await host.read<{ vehicles: { id: string }[] }>(
      "firebase-auth/profile",
    );
    await host.call("rides", {
      ...WAY,
      departsAt: `${tomorrow()}T06:45:00Z`,
      seatsTotal: 3,
      vehicleId: own[0]?.id,
      preferences: { pets: "no" },
    });
  }
  await signUp(page, testPerson("Mei", "Access"));

  await test.step("by keyboard alone: what one needs stands in the profile", async () => {
    await page.goto("/settings/accessibility");
    const form = page.getByRole("form", { name: "Accessibility needs" });
    for (const need of ["Space for a wheelchair", "Assistance animal"]) {
      await tabTo(form.getByRole("checkbox", { name: need }));
      await page.keyboard.press("Space");
    }
    await press(form.getByRole("button", { name: "Save" }));
    await expect(page.getByText("Saved.")).toBeVisible();
  });

  await test.step("a search with it finds the one vehicle, which says so on its card", async () => {
    const ends = [WAY.origin, WAY.destination].map(
      ({ label, lat, lng }) => `${lat},${lng},${label}`,
    );
    const query = new URLSearchParams({ from: ends[0] ?? "", to: ends[1] ?? "", on: tomorrow() });
    await page.goto(`/home?${query.toString()}`);
    await expect(page.getByRole("heading", { name: /^2 rides on / })).toBeVisible();
    await page.getByRole("button", { name: "Filters" }).click();
    const filters = page.getByRole("dialog", { name: "Filters" });
    await filters.getByRole("button", { name: "As in my profile" }).click();
    await expectNoBarriers(page, "filters at 390 px", undefined, "dialog[open]");
    await filters.getByRole("button", { name: "Show rides" }).click();
    await expect(page.getByRole("heading", { name: /^1 ride on / })).toBeVisible();
    const card = page.getByRole("article").filter({ hasText: "Wanda A." });
    await expect(card).toContainText("Step-free entry · Space for a wheelchair");
    await card.getByRole("link", { name: "View ride" }).click();
  });

  await test.step("“no pets” does not keep an assistance animal away, and the host reads what is needed", async () => {
    await expect(page.getByText("Assistance animals are always welcome.")).toBeVisible();
    const bookingForm = await openBooking(page, { all: true });
    await expect(bookingForm.getByRole("checkbox", { name: "Assistance animal" })).toBeChecked();
    await page.getByRole("button", { name: "Ask for 1 seat" }).click();
    await expect(page.getByText("Request sent.")).toBeVisible();
    await hostPage.goto("/requests");
    const requestCard = hostPage.getByRole("article").filter({ hasText: "Mei A." });
    await expect(requestCard).toContainText("Needs: Space for a wheelchair · Assistance animal");
    await expect(requestCard).toContainText("“No pets” is no reason to decline.");
    await expectNoBarriers(hostPage, "an incoming request with needs");
  });
});
