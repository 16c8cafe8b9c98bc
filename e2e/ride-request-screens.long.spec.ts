import type { Page } from "@playwright/test";
import { captureScreenshots } from "./support/inspect.ts";
import { signUp, testPerson } from "./support/people.ts";
import { choosePlace, tomorrow } from "./support/places.ts";
import { offerRide, postRequest, seekAddress, towns } from "./support/ride-requests.ts";
import { KARLSRUHE } from "./support/rides.ts";
import { DESKTOP, PHONE, testOnOneServer as test, type World } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name }).first();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** A seeker with a request that has two offers, and the driver of the second one. */
async function scene(
  { browserOf }: World,
  options: Parameters<World["browserOf"]>[0],
  family: string,
) {
  const seeker = await browserOf(options);
  const driver = await browserOf(options);
  const jonas = await signUp(seeker, testPerson("Jonas", family));
  const amara = await signUp(driver, testPerson("Amara", family));
  const ben = await signUp(await browserOf(options), testPerson("Ben", family));
  const request = await postRequest(jonas, towns.karlsruhe, towns.bonn, 2);
  await offerRide(amara, request);
  await offerRide(ben, request, "10:00");
  return { seeker, driver, amara, ben, request };
}

test("the screens for finding a driver are accessible at 390 px, light and dark", async ({
  world,
}) => {
  const { seeker, request } = await scene(world, PHONE, "Weber");
  await seeker.goto(seekAddress(towns.rostock, towns.dresden));
  await captureScreenshots(seeker, "nothing found", button(seeker, "Post a ride request"));
  await seeker.goto("/requests/new");
  await button(seeker, "Post request").click();
  await captureScreenshots(
    seeker,
    "a request with mistakes",
    seeker.getByText("Which place?").first(),
  );
  await seeker.goto(request);
  await captureScreenshots(seeker, "offers", heading(seeker, "2 offers for you"));
  await button(seeker, "Decline Ben W.'s offer").click();
  await captureScreenshots(seeker, "declining", seeker.getByRole("dialog"));
  await seeker.goto("/requests?show=posted");
  await captureScreenshots(seeker, "posted requests", seeker.getByText("2 open offers"));
});

test("the screens for drivers are accessible at 390 px, light and dark", async ({ world }) => {
  const { driver, request } = await scene(world, PHONE, "Okafor");
  await driver.goto("/requests?show=offers");
  await captureScreenshots(driver, "own offers", button(driver, "Withdraw"));
  await driver.goto("/requests/open");
  await choosePlace(
    driver.getByRole("combobox", { name: "Requests starting near" }),
    "Karlsr",
    KARLSRUHE,
  );
  await captureScreenshots(driver, "open requests", heading(driver, /starts? near there/));
  await driver.goto(request);
  await captureScreenshots(driver, "a request, for a driver", heading(driver, "Your offer"));
});

test("these screens are accessible at 1440 px, light and dark", async ({ world }) => {
  const { seeker, driver, amara, request } = await scene(world, DESKTOP, "Chen");
  await seeker.goto(request);
  await captureScreenshots(seeker, "offers", heading(seeker, "2 offers for you"));
  await button(seeker, "Accept Ben C.'s offer").click();
  await captureScreenshots(
    seeker,
    "a ride that was found",
    heading(seeker, "You're riding with Ben C."),
  );
  const ride = await amara.call("rides", {
    origin: towns.freiburg,
    destination: towns.koeln,
    departsAt: `${tomorrow()}T06:45:00Z`,
    seatsTotal: 3,
  });
  await driver.goto(`/requests/open?ride=${ride.id}`);
  await captureScreenshots(
    driver,
    "nobody along the way",
    heading(driver, /No requests along|want/),
  );
});
