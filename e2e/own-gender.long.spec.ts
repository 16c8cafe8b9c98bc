import type { BrowserContextOptions, Page } from "@playwright/test";
import { captureScreenshots } from "./support/inspect.ts";
import { press, tabTo } from "./support/keyboard.ts";
import { type Account, signUp, testPerson } from "./support/people.ts";
import { inDays } from "./support/places.ts";
import { DESKTOP, expect, PHONE, testOnOneServer as test } from "./support/test.ts";

const MIDDLE = { latitude: 47.9959, longitude: 7.8522 };
const at: BrowserContextOptions = { geolocation: MIDDLE, permissions: ["geolocation"] };
const cards = (page: Page) =>
  page.getByRole("region", { name: "Active drivers" }).getByRole("listitem");

/** Books a seat on the host's ride in three days; returns the URL of the ride's page. */
async function agree(host: Account, passenger: Account): Promise<string> {
  const { id } = await host.call("rides", {
    origin: { placeId: "gn:2925177", label: "Freiburg", lat: 47.9959, lng: 7.8522 },
    destination: { placeId: "gn:2886242", label: "Cologne", lat: 50.9331, lng: 6.95 },
    departsAt: `${inDays(3)}T06:45:00Z`,
    seatsTotal: 3,
  });
  const seatRequest = await passenger.call(`rides/${id}/request`, {});
  await host.call(`rides/${id}/requests/${seatRequest.id}/accept`, {});
  return `/rides/${id}`;
}

test("by keyboard a host shares a phone number with passengers and appears on the map to their own gender", async ({
  world: { browserOf },
}) => {
  const amara = await browserOf({ ...PHONE, ...at });
  const giulia = await browserOf({ ...DESKTOP, ...at });
  const jonas = await browserOf(at);
  const host = await signUp(amara, testPerson("Amara", "Okafor"));
  const passenger = await signUp(giulia, testPerson("Giulia", "Conti"));
  const other = await signUp(jonas, testPerson("Jonas", "Weber"));
  for (const account of [host, passenger])
    await account.call("firebase-auth/update-profile", { gender: "female" });
  await other.call("firebase-auth/update-profile", { gender: "male" });

  await test.step("the number is shared on the profile, and read on the ride by who has a seat", async () => {
    const ride = await agree(host, passenger);
    await amara.goto("/settings/privacy");
    const share = amara.getByRole("checkbox", {
      name: "Share my phone number with people I travel with",
    });
    await tabTo(share);
    await amara.keyboard.press("Space");
    await expect(share).toBeChecked();
    await expect(amara.getByText("Saved.")).toBeVisible();
    await giulia.goto(ride);
    await captureScreenshots(
      giulia,
      "on board",
      giulia.getByRole("link", { name: /^Call Amara O\./ }),
    );
  });

  await test.step("on the map for one's own gender: seen by her, and not by him", async () => {
    await amara.goto("/active-drivers");
    await press(amara.getByRole("switch", { name: "Go online" }), "Space");
    const only = amara.getByRole("checkbox", { name: "Only show me to people of my gender" });
    await tabTo(only);
    await amara.keyboard.press("Space");
    await expect(amara.getByRole("list", { name: "Who sees what" })).toContainText(
      "People of your gender",
    );
    await captureScreenshots(amara, "going active for one's own gender", only);
    await press(amara.getByRole("button", { name: "Show me on the map" }));
    await expect(amara.getByRole("switch", { name: "Go online" })).toBeChecked();
    await giulia.goto("/active-drivers");
    await expect(cards(giulia)).toContainText("Shown only to people of your gender");
    await jonas.goto("/active-drivers");
    await expect(jonas.getByText(/^No drivers online near/)).toBeVisible();
  });
});
