import { expectNoBarriers } from "./support/axe.ts";
import { press } from "./support/keyboard.ts";
import { signUp, testPerson } from "./support/people.ts";
import { tomorrow } from "./support/places.ts";
import { DEMO } from "./support/server.ts";
import { DESKTOP, expect, PHONE, test } from "./support/test.ts";

const SCHAAN = { label: "Schaan, Liechtenstein", lat: 47.165, lng: 9.5087 };
const SARGANS = { label: "Sargans, Switzerland", lat: 47.0448, lng: 9.4463 };
const ZURICH = { label: "Zurich, Switzerland", lat: 47.3667, lng: 8.55 };
const TERMS = { seatsTotal: 3, approval: "instant" };

test.describe("ride and train", () => {
  test.use({ script: DEMO });

  test("a village to Zurich: a ride, a ride with a train and the train alone; after a cancellation how to get on; the board", async ({
    world: { browserOf },
  }) => {
    const page = await browserOf(PHONE);
    const driver = await signUp(page, testPerson("Nora", "Keller"));
    const directDriver = await signUp(page, testPerson("Luca", "Frick"));
    const ride = await driver.call("rides", {
      ...TERMS,
      origin: SCHAAN,
      destination: SARGANS,
      departsAt: at("14:25"),
    });
    const direct = { ...TERMS, origin: SCHAAN, destination: ZURICH, departsAt: at("11:00") };
    await directDriver.call("rides", direct);
    const seeker = await signUp(page, testPerson("Mia", "Hasler"));

    await test.step("the search lists all three, with times of the timetable", async () => {
      await page.goto(searchPath());
      const direct = page.getByRole("article").filter({ hasText: "Luca F." });
      await expect(direct.first()).toBeVisible();
      const combined = page.getByRole("region", { name: "Ride and public transport" });
      const withTrain = combined.getByRole("article").filter({ hasText: "Nora K." });
      await expect(withTrain).toContainText("Ride + IC 3");
      await expect(withTrain.getByText(/^15:00$/)).toBeVisible();
      await expect(withTrain).toContainText(/minutes to change/);
      await expect(withTrain).toContainText(/If the ride is late: next at 15:30/);
      const alone = page.getByRole("region", { name: "Public transport only" });
      await press(alone.locator("summary").first());
      await expect(alone.getByText(/IC\s3 to Zürich HB/).first()).toBeVisible();
      await expectNoBarriers(page, "a search with public transport");
    });

    await test.step("a booking says how one gets home, and a cancelled ride how one gets on", async () => {
      await seeker.call(`rides/${ride.id}/request`, { seats: 1 });
      await page.goto(`/rides/${ride.id}`);
      const wayHome = page.getByRole("region", { name: "Getting back without a ride" });
      await expect(wayHome.locator("summary")).toHaveCount(3);
      await expect(
        page.getByText(/the ride arrives \d+ minutes before the IC\s3 to Zürich HB/),
      ).toBeVisible();
      await expectNoBarriers(page, "a booking with the way home");
      await driver.remove(`rides/${ride.id}`);
      await page.reload();
      const next = page.getByRole("region", { name: "By public transport" });
      await expect(next.locator("summary").first()).toContainText(/^\d\d:\d\d – \d\d:\d\d/);
      await expectNoBarriers(page, "a cancelled ride");
    });

    await test.step("the board of the station shows trains and the rides from there", async () => {
      const visitor = await browserOf(DESKTOP);
      await visitor.context().clearCookies();
      await visitor.goto("/board?q=sargans&lang=en");
      await press(visitor.getByRole("link", { name: "Sargans", exact: true }));
      await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Departures: Sargans");
      await expect(visitor.getByRole("heading", { name: "Trains and buses" })).toBeVisible();
      await expectNoBarriers(visitor, "a departure board");
    });
  });
});

/** Tomorrow at this time of Zurich. */
function at(time: string): string {
  const offsets = ["+01:00", "+02:00"];
  const instants = offsets.map((offset) => new Date(`${tomorrow()}T${time}:00${offset}`));
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Zurich", timeStyle: "short" });
  const found = instants.find((instant) => clock.format(instant) === time);
  if (!found) throw new Error(`There is no ${time} tomorrow.`);
  return found.toISOString();
}

function searchPath(): string {
  const place = ({ label, lat, lng }: typeof SCHAAN) => `${lat},${lng},${label}`;
  const day = { on: tomorrow(), zone: "Europe/Zurich" };
  const query = new URLSearchParams({ from: place(SCHAAN), to: place(ZURICH), ...day });
  return `/seek?${query.toString()}`;
}
