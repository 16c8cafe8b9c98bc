import type { BrowserContext, Page } from "@playwright/test";
import { expectNoBarriers } from "./support/axe.ts";
import { tomorrow } from "./support/places.ts";
import { registerAndSignIn, signUp, testPerson } from "./support/people.ts";
import { localCookie } from "./support/process.ts";
import { KOELN, FREIBURG, rideAt, WAY } from "./support/rides.ts";
import { MAIN, Server } from "./support/server.ts";
import { DESKTOP, expect, PHONE, test as withOneServer } from "./support/test.ts";
import { signInAdministrator } from "./support/university.ts";

const LISTING = "1551 CC-BY-4.0";

/** `town` stops after the browsers. */
const test = withOneServer.extend<{ town: Server }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from here
  town: async ({}, use) => {
    const settings = { COMMUNITY_NAME: "Town rides", RIDE_LISTING: `town ${LISTING}` };
    const town = await Server.open(MAIN, settings, { hostname: "localhost", isPublic: true });
    await use(town);
    expect.soft(await town.close(), "what the neighbour complained of").toBe("");
  },
});
test.use({
  settings: { COMMUNITY_NAME: "Uni rides", RIDE_LISTING: `uni ${LISTING}` },
  isPublic: true,
});

/** The rides of the day around a time. Answers of neighbours are remembered for the same times only. */
function searchAt(time: string): string {
  const { origin, destination } = WAY;
  const query = new URLSearchParams({
    from: `${origin.lat},${origin.lng},${FREIBURG}`,
    to: `${destination.lat},${destination.lng},${KOELN}`,
    on: tomorrow(),
    at: time,
  });
  return `/seek?${query.toString()}`;
}

const allowLocalPages = (context: BrowserContext, { address }: Server) =>
  context.addCookies([localCookie(address, "/dev")]);

/** Looks a community up and invites it, whose fingerprint the administrator has compared. */
async function invite(page: Page, other: Server, fingerprint: string): Promise<void> {
  await page.goto("/moderation/neighbours");
  await page.getByLabel("Address of the community").fill(other.address);
  await page.getByRole("button", { name: "Look it up" }).click();
  const preview = page.locator("form").filter({ hasText: "Look it up" });
  await expect(preview.getByText(fingerprint)).toBeVisible();
  await page.getByRole("button", { name: "The fingerprint is the same: invite" }).click();
}

async function readOwnFingerprint(page: Page): Promise<string> {
  await page.goto("/moderation/neighbours");
  const sentence = page.getByText("Its administrators will see this fingerprint of our key:");
  return sentence.locator("bdi").innerText();
}

test("a ride of the community next door is found, opens there with the seeker's stops, and sign-up comes back to it", async ({
  town,
  world: { server: uni, watch, browserOf },
}) => {
  watch.alsoAt(town.address);
  const pageOfTown = async () => {
    const page = await browserOf({ ...DESKTOP, baseURL: town.address });
    await allowLocalPages(page.context(), town);
    return page;
  };

  await test.step("administrators of both sides compare fingerprints and approve", async () => {
    const uniPage = await browserOf(DESKTOP);
    const townPage = await pageOfTown();
    await signInAdministrator(uniPage, uni);
    await signInAdministrator(townPage, town);
    await invite(uniPage, town, await readOwnFingerprint(townPage));
    await expect(uniPage.getByText("Waits for their approval")).toBeVisible();

    const fingerprint = await readOwnFingerprint(uniPage);
    await expect(async () => {
      await townPage.goto("/moderation/neighbours");
      await expect(townPage.getByText("Wants to be neighbours.")).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(townPage.getByText(fingerprint)).toBeVisible();
    await expectNoBarriers(townPage, "a request of a neighbour");
    await townPage.getByRole("button", { name: "Approve Uni rides" }).click();
    await expect(townPage.getByText("Searched 0 times")).toBeVisible();
  });

  const host = await signUp(await pageOfTown(), testPerson("Amara", "Lindqvist"));
  const contribution = { amountMinor: 1800, currency: "EUR" };
  const ride = { ...rideAt(7), contribution, isListed: true };
  const { id } = await host.call("rides", ride);

  const seekerPage = await browserOf(PHONE);
  await signUp(seekerPage, testPerson("Mei", "Chen"));
  const card = seekerPage.getByRole("article").filter({ hasText: "Town rides · Amara" });

  const ridePage = await test.step("the search next door shows whose ride it is", async () => {
    await seekerPage.goto(searchAt("08:00"));
    await expect(card).toBeVisible();
    await expect(card).toContainText("€18");
    await expect(card).toContainText(`opens at ${new URL(town.address).host}`);
    await expectNoBarriers(seekerPage, "a ride of a neighbour at 390 px");
    await allowLocalPages(seekerPage.context(), town);
    const opened = seekerPage.waitForEvent("popup");
    await card.getByRole("link").tap();
    return opened;
  });

  await test.step("it opens where it is offered, with the seeker's stops", async () => {
    await expect(ridePage).toHaveURL(new RegExp(`^${town.address}/rides/${id}\\?from=`));
    await expect(ridePage.getByText("You get in at Freiburg im Breisgau")).toBeVisible();
    await expectNoBarriers(ridePage, "arriving from a neighbour at 390 px");
  });

  await test.step("sign-up, code and sign-in lead back to this ride", async () => {
    const { href } = new URL(ridePage.url());
    await ridePage.getByRole("link", { name: "Sign up to ask for a seat" }).tap();
    await registerAndSignIn(ridePage, testPerson("Mei", "Chen"));
    await ridePage.waitForURL(href);
    const title = ridePage.getByRole("heading", { name: "Freiburg im Breisgau to Cologne" });
    await expect(title).toBeVisible();
    await expect(ridePage.getByRole("navigation", { name: "Main" }).first()).toBeVisible();
  });

  await test.step("once its host has cancelled, the search no longer shows it", async () => {
    await host.remove(`rides/${id}`);
    await seekerPage.goto(searchAt("09:00"));
    await expect(seekerPage.getByText("passes close enough")).toBeVisible();
    await expect(card).toHaveCount(0);
  });
});
