import type { Ride } from "@commonlane/contract/rides";
import { load } from "cheerio";
import { expect, test } from "vitest";
import { storeNamedTowns } from "../../../test/fixtures/named-towns.ts";
import { towns } from "../../../test/fixtures/rides.ts";
import { createPublicRide, openToVisitors, visit } from "../../../test/fixtures/visitors.ts";
import { createTestApp } from "../../../test/app/test-app.ts";

test("[domain/privacy:public-ride-map] the map of a public ride is the same for every address in its towns, and shows no other place", async () => {
  const app = await createTestApp();
  await storeNamedTowns(app);
  const addresses = [
    { label: "Habsburgerstraße 1, Freiburg, Germany", lat: 48.0071, lng: 7.8563 },
    { label: "Schlossbergring 9, Freiburg, Germany", lat: 47.9903, lng: 7.8581 },
    { label: "Wiehre, Freiburg, Germany", lat: 47.9858, lng: 7.8402 },
  ];
  const origins = [towns.freiburg, ...addresses.map((at) => ({ placeId: null, ...at }))];
  const shown = [];
  for (const origin of origins) {
    const { path } = await createPublicRide(app, { origin, stops: [] });
    const $ = load((await visit(app, path)).body);
    expect(
      $("figure.map text")
        .toArray()
        .map((text) => $(text).text()),
    ).toEqual(["Freiburg im Breisgau", "Cologne"]);
    const { bytes } = await visit(app, `${path}/preview.png`);
    shown.push([$.html("figure.map"), bytes.toString("base64")]);
  }
  for (const [n, { lat, lng }] of origins.entries()) {
    expect(shown[n]).toEqual(shown[0]);
    expect(shown[n]?.[0]).not.toContain(`${lat}`);
    expect(shown[n]?.[0]).not.toContain(`${lng}`);
  }
});

test("[domain/privacy:public-ride-rating] a visitor reads the host's rating only on a ride whose host shows it, until it is closed", async () => {
  const app = await createTestApp();
  const { host, ride, path } = await createPublicRide(app);
  await app.db.updateTable("profile").set({ rating_count: 4, rating_sum: 18 }).execute();
  const hostShown = async () =>
    load((await visit(app, `${path}?lang=de`)).body)("dd")
      .last()
      .text()
      .trim();
  const choose = (body: object) => app.call<Ride>("PUT", `${path}/public`, { as: host, body });
  expect(await hostShown()).toBe("Amara");

  expect((await choose({ isPublic: true, showsRating: true })).body.showsRating).toBe(true);
  expect(await hostShown()).toBe("Amara ★ 4,5 · 4 Bewertungen");
  await choose({ isPublic: true });
  expect(await hostShown()).toContain("4,5");

  await openToVisitors(app, ride.id, host, false);
  expect((await openToVisitors(app, ride.id, host)).body).not.toHaveProperty("showsRating");
  expect(await hostShown()).toBe("Amara");
});

test("the map of a public ride is described in the reader's language, and missing without the place of a town", async () => {
  const app = await createTestApp();
  const { path } = await createPublicRide(app, { stops: [] });
  expect(load((await visit(app, path)).body)("figure.map")).toHaveLength(0);
  await storeNamedTowns(app);
  const $ = load((await visit(app, `${path}?lang=de`)).body);
  expect($("figure.map svg").attr("aria-label")).toBe(
    "Karte mit einer Strecke von Freiburg im Breisgau nach Köln",
  );
  expect($("figure.map svg").attr("role")).toBe("img");
  expect($("figure.map figcaption").text()).toContain("übliche Strecke");
});
