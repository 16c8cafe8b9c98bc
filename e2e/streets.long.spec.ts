import { once } from "node:events";
import { createServer } from "node:http";
import { signUp, testPerson } from "./support/people.ts";
import { expect, test as base } from "./support/test.ts";

const house = {
  osm_type: "way",
  osm_id: 31765736,
  lat: "47.13964",
  lon: "9.52174",
  display_name: "12, Aeulestrasse, Vaduz, Oberland, 9490, Liechtenstein",
  address: {
    house_number: "12",
    road: "Aeulestrasse",
    town: "Vaduz",
    postcode: "9490",
    country: "Liechtenstein",
  },
};
const HOUSE = "Aeulestrasse 12, Vaduz, Liechtenstein";

/** The requests that the operator's Nominatim received. */
const test = base.extend<{ geocoderRequests: string[] }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright's syntax for "no other fixture needed"
  geocoderRequests: async ({}, use) => use([]),
  settings: async ({ geocoderRequests }, use) => {
    const nominatim = createServer(({ url = "" }, reply) => {
      geocoderRequests.push(url);
      reply.setHeader("content-type", "application/json").end(JSON.stringify([house]));
    }).listen(0, "127.0.0.1");
    await once(nominatim, "listening");
    const address = nominatim.address();
    const port = typeof address === "object" ? address?.port : undefined;
    await use({ GEOCODER: `nominatim:http://127.0.0.1:${port}` });
    nominatim.closeAllConnections();
    nominatim.close();
  },
});

test.use({ maps: "coarse" });

test("a street search runs on demand, is chosen by keyboard, and credits OpenStreetMap", async ({
  world: { browserOf },
  geocoderRequests,
}) => {
  const page = await browserOf();
  await signUp(page, testPerson("Mei", "Chen"));
  await page.goto("/home");
  const from = page.getByRole("combobox", { name: "From" });
  const options = page.getByRole("listbox", { name: "Places" }).getByRole("option");
  await from.pressSequentially("Aeulestrasse 12");
  await expect(options).toHaveText(["Search streets tooAeulestrasse 12"]);
  expect(geocoderRequests, "asked as one types").toEqual([]);
  await page.keyboard.press("Enter");
  await expect(options).toHaveText([`${HOUSE}Address · 9490`]);
  await expect(
    page.getByRole("link", { name: "© OpenStreetMap contributors" }).first(),
  ).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(from).toHaveValue(HOUSE);
  await expect(options).toHaveCount(0);
  expect(geocoderRequests).toEqual([
    "/search?q=Aeulestrasse+12&limit=6&format=jsonv2&addressdetails=1",
  ]);
  await expect(page.locator(".map-credit-wide")).toContainText("© OpenStreetMap contributors");
  await page.goto("/privacy-policy");
  await expect(page.getByText("to an address search service")).toBeVisible();
});
