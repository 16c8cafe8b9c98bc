import { MINUTE_MS } from "@commonlane/contract/durations";
import type { Locator, Page } from "@playwright/test";
import { captureScreenshots } from "./support/inspect.ts";
import { press, tabTo, type } from "./support/keyboard.ts";
import { runAdminCommand } from "./support/admin-command.ts";
import { type Account, PASSWORD, signUp, testPerson } from "./support/people.ts";
import { towns } from "./support/screens.ts";
import { DESKTOP, expect, PHONE, test, type World } from "./support/test.ts";

// Decisions of moderators reach people at once; e2e/reports.slow.spec.ts has the undo.
test.use({ settings: { MODERATION_UNDO_S: "0" } });

const LEAVES_MS = 40 * MINUTE_MS;

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole("button", { name });
const region = (page: Page, name: string) => page.getByRole("region", { name });
const tick = (page: Page, name: string) => page.getByRole("checkbox", { name });

/** A user whose page draws no map, and whose clock moves with the server's. */
async function somebody(
  { browserOf }: World,
  options: Parameters<World["browserOf"]>[0],
): Promise<Page> {
  const page = await browserOf(options);
  await page.addInitScript(() => (HTMLCanvasElement.prototype.getContext = () => null));
  await page.context().clock.install();
  return page;
}

/** Lets time pass for the server and for these pages, which are idle in the meantime. */
async function later({ server }: World, pages: readonly Page[], ms: number): Promise<void> {
  for (const page of pages) await page.goto("about:blank");
  await server.later(ms);
  for (const page of pages) await page.context().clock.fastForward(ms);
}

interface Letter {
  readonly subject: string;
  readonly text: string;
}
async function lettersTo(page: Page, email: string): Promise<Letter[]> {
  const reply = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
  const letters: Letter[] = await reply.json();
  return letters;
}

/** Adds a trusted contact, who confirms. */
async function trust(page: Page, account: Account, email: string): Promise<void> {
  await account.call("identity/confirm", { password: PASSWORD });
  await account.call("trusted-contacts", { name: "Kim", email });
  let token: string | undefined;
  await expect(async () => {
    token = /\/trusted-contact#(\S+)/.exec((await lettersTo(page, email))[0]?.text ?? "")?.[1];
    expect(token).toBeDefined();
  }).toPass();
  await account.call("trusted-contacts/answer", { token, agrees: true });
}

test("a trip of two: PIN, contribution record, arrival checks, ratings until they are public, and appeals to a moderator", async ({
  world,
}) => {
  const host = await somebody(world, DESKTOP);
  const passenger = await somebody(world, PHONE);
  const amaras = `kim.${Date.now()}@contact.test`;
  const jonass = `lou.${Date.now()}@contact.test`;
  const amara = await signUp(host, testPerson("Amara", "Okafor"));
  const jonas = await signUp(passenger, testPerson("Jonas", "Weber"));
  await trust(host, amara, amaras);
  await trust(passenger, jonas, jonass);
  const { id: rideId } = await amara.call("rides", {
    origin: towns.freiburg,
    destination: towns.karlsruhe,
    departsAt: new Date(Date.now() + LEAVES_MS).toISOString(),
    seatsTotal: 3,
    contribution: { amountMinor: 600, currency: "EUR" },
    approval: "instant",
  });
  await jonas.call(`rides/${rideId}/request`, {});
  const open = (page: Page) => page.goto(`/rides/${rideId}`);

  await test.step("who is on board could not be read: it is said, and tried again by keyboard", async () => {
    world.watch.serverMayBeAway();
    await passenger.route("**/trip-outcomes", (route) => route.abort());
    await open(passenger);
    const failed = passenger
      .getByRole("alert")
      .filter({ hasText: "Couldn't load the people on this ride." });
    await captureScreenshots(passenger, "passages that could not be read", failed);
    await tabTo(button(failed, "Try again"));
    await passenger.unroute("**/trip-outcomes");
    await passenger.keyboard.press("Enter");
    await expect(region(passenger, "On this ride")).toBeVisible();
  });

  await test.step("the passenger reads a PIN, the host types it with the mouse: a wrong one is told and kept, the right one shows on both sides at once", async () => {
    await open(host);
    const pin =
      /PIN\s*(\d{4})/.exec(await region(passenger, "On this ride").innerText())?.[1] ?? "";
    const form = host.getByRole("form", { name: "Pickup of Jonas W." });
    const field = form.getByLabel("Pickup PIN of Jonas W.");
    const wrong = pin === "0000" ? "1111" : "0000";
    world.watch.mayComplain(/status of 400\b|^call failed \{.*code: pin_wrong\b/);
    await field.click();
    await host.keyboard.type(wrong);
    await button(form, "Confirm").click();
    await expect(field).toHaveAccessibleDescription(/isn't this passenger's PIN|wrong/i);
    await expect(field).toHaveValue(wrong);
    await expect(form).toContainText("4 tries left");
    await field.fill(pin);
    await button(form, "Confirm").click();
    for (const page of [host, passenger])
      await expect(page.getByText("Pickup confirmed by PIN")).toBeVisible();
    await expect(form).toBeHidden();
  });

  await test.step("one notes by keyboard that it is paid, the other by mouse that it came; each sees it at once, and either takes it back", async () => {
    const paid = tick(passenger, "I have paid the contribution");
    const received = tick(host, "I have received the contribution");
    await press(paid, "Space");
    await expect(host.getByText("Jonas W. says they've paid.")).toBeVisible();
    await received.click();
    await expect(passenger.getByText("Amara O. says they've received it.")).toBeVisible();
    await press(paid, "Space");
    await expect(paid).not.toBeChecked();
    await expect(host.getByText("Jonas W. says they've paid.")).toBeHidden();
    await expect(received).toBeChecked();
    await received.click();
    await expect(passenger.getByText("Amara O. says they've received it.")).toBeHidden();
    await captureScreenshots(passenger, "a ride before it leaves", paid);
  });

  const both = [host, passenger];
  await test.step("half an hour late both are asked; one answers by keyboard, for the other their contact is written to, until they say that all is well", async () => {
    await later(world, both, 60 * MINUTE_MS);
    await later(world, both, 155 * MINUTE_MS);
    for (const page of both) {
      await open(page);
      await expect(
        region(page, "Trip safety").getByText(/^Have you arrived\? If you don't answer/),
      ).toBeVisible();
    }
    await captureScreenshots(passenger, "asked after arrival", region(passenger, "Trip safety"));
    await press(button(passenger, "I have arrived"));
    await expect(passenger.getByText(/^You confirmed your arrival at /)).toBeVisible();
    await later(world, both, 45 * MINUTE_MS);
    await open(host);
    await expect(host.getByText(/^We notified your trusted contacts at/)).toBeVisible();
    const subjects = async (email: string) =>
      (await lettersTo(host, email)).map(({ subject }) => subject);
    await expect.poll(() => subjects(amaras)).toContain("Amara hasn't confirmed their arrival");
    const [letter] = await lettersTo(host, amaras);
    expect(letter?.text).toMatch(/Freiburg .* → Karlsruhe/);
    expect(letter?.text).toContain("Call them first");
    await button(host, "I have arrived").click();
    await expect.poll(() => subjects(amaras)).toContain("Amara has arrived");
    expect(await subjects(jonass)).toHaveLength(1);
  });

  await test.step("a rating is changed, taken back and given again by keyboard while nobody else sees it; with the other one both are public", async () => {
    await open(passenger);
    const ofAmara = region(passenger, "How was the ride?");
    const ofJonas = region(host, "How was the ride?");
    await rate(passenger, "Amara O.", 1, "Slow.");
    await expect(
      ofAmara.getByText("Only you can see this until Amara O. has rated you"),
    ).toBeVisible();
    await press(button(ofAmara, "Edit"));
    await tabTo(ofAmara.getByRole("radio", { checked: true }));
    await passenger.keyboard.press("ArrowRight");
    await press(button(ofAmara, "Save rating"));
    await expect(ofAmara.getByText("2 of 5 stars")).toBeVisible();
    await press(button(ofAmara, "Delete rating"));
    await expect(passenger.getByRole("form", { name: "Rate Amara O." })).toBeVisible();
    await rate(passenger, "Amara O.", 1, "Drives like a fool.");
    await expect(ofAmara.getByText("Only you can see this until")).toBeVisible();
    await expect(ofJonas).not.toContainText("Drives like a fool.");
    const form = host.getByRole("form", { name: "Rate Jonas W." });
    await form.getByRole("radio", { name: "3 stars" }).click();
    await form.getByLabel(/^Comment/).fill("Ten minutes late.");
    await button(form, "Send rating").click();
    await expect(ofJonas.getByText("Drives like a fool.")).toBeVisible();
    await expect(ofAmara.getByText("Ten minutes late.")).toBeVisible();
  });

  await test.step("reviews that could not be read are said to be so, and tried again", async () => {
    await host.route("**/api/ratings/user/*?*", (route) => route.abort());
    await host.route("**/api/ratings/user/*", (route) => route.abort());
    await host.goto("/profile#ratings");
    const failed = region(host, "Ratings")
      .getByRole("alert")
      .filter({ hasText: "Couldn't load the reviews." });
    await captureScreenshots(host, "reviews that could not be read", failed);
    await host.unrouteAll();
    await button(failed, "Try again").click();
    await expect(region(host, "Ratings").getByText("Drives like a fool.")).toBeVisible();
  });

  await test.step("both appeal; a moderator hides the one and lets the other stay, and each reads what was decided and why", async () => {
    await appeal(host, "Jonas W.", "That is an insult.");
    await passenger.goto("/profile#ratings");
    await appeal(passenger, "Amara O.", "I was on time.");
    const mo = testPerson("Mo", "Derator");
    const moderator = await somebody(world, DESKTOP);
    await signUp(moderator, mo);
    runAdminCommand(world.server.folder, ["moderators", "add", mo.email]);
    await moderator.goto("/moderation/appeals");
    await decide(moderator, "That is an insult.", "Uphold and hide", "It insults.");
    await decide(moderator, "I was on time.", "Keep rating", "It is an opinion.");
    await expect(moderator.getByText("No open appeals")).toHaveCount(2);
    await host.goto("/notifications");
    await expect(host.getByText(/The rating was hidden/)).toBeVisible();
    await expect(host.getByText(/It insults\./)).toBeVisible();
    await passenger.goto("/notifications");
    await expect(passenger.getByText(/Moderators hid your rating of Amara O\./)).toBeVisible();
    await expect(passenger.getByText(/The rating stays/)).toBeVisible();
    await expect(passenger.getByText(/It is an opinion\./)).toBeVisible();
    await passenger.goto(`/rides/${rideId}/rate`);
    await expect(passenger.getByText("Hidden by moderators. No one else can see it")).toBeVisible();
    await passenger.goto(`/profile/${amara.uid}`);
    await expect(region(passenger, "Ratings")).toContainText("No ratings yet");
    await host.goto(`/profile/${jonas.uid}`);
    await expect(region(host, "Ratings").getByText("Ten minutes late.")).toBeVisible();
  });
});

/** By keyboard. */
async function rate(page: Page, name: string, stars: number, words: string): Promise<void> {
  const form = page.getByRole("form", { name: `Rate ${name}` });
  await tabTo(form.getByRole("radio").first());
  await page.keyboard.press("Space");
  for (let star = 1; star < stars; star++) await page.keyboard.press("ArrowRight");
  await type(form.getByLabel(/^Comment/), words);
  await press(button(form, "Send rating"));
}

async function appeal(page: Page, rater: string, reason: string): Promise<void> {
  await button(page, `Ask a moderator about ${rater}'s rating`).click();
  const dialog = page.getByRole("dialog", { name: "Ask a moderator" });
  await dialog.getByLabel("What's wrong with it?").fill(reason);
  await button(dialog, "Send to moderators").click();
  await expect(page.getByText("A moderator will review this.")).toBeVisible();
}

/** What a moderator decides about the appeal with this text. */
async function decide(page: Page, words: string, deed: string, why: string): Promise<void> {
  const card = page.getByRole("listitem").filter({ hasText: words });
  await button(card, deed).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill(why);
  await button(dialog, "Confirm").click();
  await expect(page.getByText(words)).toBeHidden();
}
