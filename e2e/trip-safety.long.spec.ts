import { expectNoBarriers } from "./support/axe.ts";
import { captureScreenshots } from "./support/inspect.ts";
import { press, type } from "./support/keyboard.ts";
import { confirmByPassword, signUp, testPerson } from "./support/people.ts";
import { rideAt } from "./support/rides.ts";
import { DESKTOP, expect, PHONE, testOnOneServer as test } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const SOON_MS = 14_000;

test("a trusted contact confirms, follows a shared trip without an account, and sees the arrival, also by keyboard", async ({
  world: { browserOf, watch },
}) => {
  const amaraPage = await browserOf(DESKTOP);
  const jonas = await browserOf(PHONE);
  const friend = await browserOf(PHONE);
  const amara = await signUp(amaraPage, testPerson("Amara", "Safe"));
  const own = await signUp(jonas, testPerson("Jonas", "Safe"));
  const departsAt = new Date(Date.now() + SOON_MS);
  const { id: rideId } = await amara.call("rides", {
    origin: {
      placeId: "gn:2925177",
      label: "Freiburg im Breisgau, Germany",
      lat: 47.9959,
      lng: 7.8522,
    },
    destination: { placeId: "gn:2886242", label: "Cologne, Germany", lat: 50.9331, lng: 6.95 },
    departsAt: departsAt.toISOString(),
    seatsTotal: 3,
    approval: "instant",
  });
  await own.call(`rides/${rideId}/request`, {});
  const email = `mo.${Date.now()}@contact.test`;

  await test.step("by keyboard alone: a contact is named, and agrees without an account", async () => {
    await jonas.goto("/settings/safety");
    const contacts = jonas.getByRole("region", { name: "Trusted contacts" });
    await type(contacts.getByLabel("Contact's name"), "Mo");
    await type(contacts.getByLabel("Contact's e-mail"), email);
    await press(contacts.getByRole("button", { name: "Send invitation" }));
    watch.mayComplain(/status of 403\b/);
    await confirmByPassword(jonas);
    await expect(contacts.getByText("Invited")).toBeVisible();
    const letters = await friend.request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
    const [letter]: { readonly text: string }[] = await letters.json();
    const path = /\/trusted-contact#\S+/.exec(letter?.text ?? "")?.[0] ?? "";
    await friend.goto(path);
    await expect(friend.getByText(/^Jonas S\. shares rides/)).toBeVisible();
    await press(friend.getByRole("button", { name: "I agree" }));
    await expect(friend.getByText(/^We'll e-mail you only if Jonas S\./)).toBeVisible();
    await expectNoBarriers(friend, "a trusted contact's page");
    await expect(contacts.getByText("Agreed")).toBeVisible();
    // So tall that no field is partly under a bar.
    await jonas.setViewportSize({ width: 390, height: 4000 });
    await expectNoBarriers(jonas, "a trusted contact", undefined, "#trusted-contacts");
    await jonas.setViewportSize(PHONE.viewport);
  });

  await test.step("before it leaves: help with the words ready, and a link that somebody follows", async () => {
    await jonas.goto(`/rides/${rideId}`);
    const safe = jonas.getByRole("region", { name: "Trip safety" });
    await press(safe.getByRole("button", { name: "Emergency" }));
    const help = jonas.getByRole("dialog", { name: "Emergency" });
    await expect(help.getByRole("link", { name: "Call 112" })).toHaveAttribute("href", "tel:112");
    await expect(help.getByLabel("What to say or send")).toHaveValue(
      /from Freiburg .* to Cologne.*Driver: Amara S\.$/,
    );
    await expectNoBarriers(jonas, "emergency dialog at 390 px", undefined, "dialog[open]");
    await jonas.keyboard.press("Escape");
    await press(safe.getByRole("button", { name: "Share your trip" }));
    const dialog = jonas.getByRole("dialog", { name: "Share your trip" });
    await expect(dialog.getByLabel("Also share my position")).toBeChecked();
    await press(dialog.getByLabel("Also share my position"), "Space");
    await press(dialog.getByRole("button", { name: "Create link" }));
    const url = new URL(await dialog.getByLabel("Link to follow your trip").inputValue());
    await expectNoBarriers(jonas, "sharing a trip", undefined, "dialog[open]");
    await press(dialog.getByRole("button", { name: "Done" }));
    await friend.goto(url.pathname + url.hash);
    await expect(friend.getByText("Jonas S. is riding to Cologne with Amara S.")).toBeVisible();
    await expect(
      friend.getByRole("heading", { name: /^(?:Starts|Arrives) about \d\d:\d\d/ }),
    ).toBeVisible();
    await expectNoBarriers(friend, "a followed ride");
    await captureScreenshots(
      friend,
      "a followed ride",
      friend.getByRole("list", { name: "Stops" }),
    );
    await expect(safe.getByText(/last opened at/)).toBeVisible();
  });

  await test.step("one tap on arrival, and whoever follows sees it", async () => {
    const safe = jonas.getByRole("region", { name: "Trip safety" });
    await expect(async () => {
      await jonas.reload();
      await expect(safe.getByRole("button", { name: "I have arrived" })).toBeVisible({
        timeout: 10_000,
      });
    }).toPass({ timeout: 60_000 });
    await captureScreenshots(jonas, "a ride on its way", safe);
    await press(safe.getByRole("button", { name: "I have arrived" }));
    await expect(safe.getByText(/^You confirmed your arrival at /)).toBeVisible();
    await expect(friend.getByRole("heading", { name: "Jonas S. has arrived" })).toBeVisible();
    await captureScreenshots(friend, "a followed ride that arrived", friend.getByRole("main"));
  });
});

test("by touch: a passenger shares the trip and ends the link, and the parent's page says so", async ({
  world: { browserOf, watch },
}) => {
  const lena = await browserOf(DESKTOP);
  const page = await browserOf(PHONE);
  const parent = await browserOf(PHONE);
  const host = await signUp(lena, testPerson("Lena", "Safe"));
  const child = await signUp(page, testPerson("Mia", "Safe"));
  const departsAt = new Date(Date.now() + 30 * 60_000).toISOString();
  const { id: rideId } = await host.call("rides", { ...rideAt(1), departsAt, approval: "instant" });
  await child.call(`rides/${rideId}/request`, {});

  await page.goto(`/rides/${rideId}`);
  const safe = page.getByRole("region", { name: "Trip safety" });
  await safe.getByRole("button", { name: "Share your trip" }).tap();
  const dialog = page.getByRole("dialog", { name: "Share your trip" });
  await dialog.getByLabel("Also share my position").tap();
  await dialog.getByRole("button", { name: "Create link" }).tap();
  const { pathname, hash } = new URL(
    await dialog.getByLabel("Link to follow your trip").inputValue(),
  );
  await dialog.getByRole("button", { name: "Done" }).tap();
  await parent.goto(pathname + hash);
  await expect(parent.getByText("Mia S. is riding to Cologne with Lena S.")).toBeVisible();
  // What a parent came for is on the first screen: when, and where the car is.
  await expect(
    parent.getByRole("heading", { name: /^(?:Starts|Arrives) about \d\d:\d\d/ }),
  ).toBeInViewport({
    ratio: 1,
  });

  watch.mayComplain(/status of 400\b|^call failed \{.*code: link_over\b/);
  await safe.getByRole("button", { name: "End link 1" }).tap();
  await expect(safe.getByRole("button", { name: "End link 1" })).toBeHidden();
  await expect(parent.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await expect(parent.getByText("Mia S.")).toBeHidden();
});
