import type { RideSearchResult } from "@commonlane/contract/rides";
import { load } from "cheerio";
import { expect, test } from "vitest";
import { openFakeUpstream, respondWith } from "../../../test/services/fake-upstream.ts";
import { hostRide, towns } from "../../../test/fixtures/rides.ts";
import { replaceOwnKey } from "./cli.ts";
import {
  addServer,
  type Community,
  deliverMessages,
  forgetAnswers,
  invite,
  listNeighbours,
  makeNeighbours,
  neighbourSearch,
  openCommunity,
  previewNeighbour,
  searchNeighbours,
} from "../../../test/fixtures/neighbours.ts";

const onRoute = { isListed: true, stops: [towns.karlsruhe, towns.mainz] };

const hostListedRide = async ({ app }: Community) => {
  const host = await app.createUser({ firstName: "Amara", lastName: "Lindqvist" });
  return { host, ride: await hostRide(app, host, onRoute) };
};
const describe = async ({ url }: Community): Promise<object> => {
  const reply = await fetch(`${url}/.well-known/commonlane`);
  return JSON.parse(await reply.text());
};
const stateOf = async (community: Community) =>
  (await listNeighbours(community)).items.map(({ name, state }) => [name, state]);

test("[domain/neighbours:both-sides] a community is a neighbour after administrators of both sides approved the same keys", async () => {
  const uni = await openCommunity("Uni");
  const town = await openCommunity("Town");
  await hostListedRide(town);

  const { body: preview } = await previewNeighbour(uni, town.url);
  expect(preview).toMatchObject({ name: "Town", url: town.url });
  expect(preview.fingerprint).toBe((await listNeighbours(town)).ownFingerprint);
  expect(await listNeighbours(uni)).toMatchObject({ items: [] });

  await invite(uni, town);
  expect(await stateOf(uni)).toEqual([["Town", "asked"]]);
  expect(await stateOf(town)).toEqual([["Uni", "incoming"]]);
  expect(await searchNeighbours(uni)).toEqual({ items: [], asked: [] });

  await invite(town, uni);
  expect(await stateOf(uni)).toEqual([["Town", "active"]]);
  expect(await stateOf(town)).toEqual([["Uni", "active"]]);
  expect((await searchNeighbours(uni)).items).toHaveLength(1);
});

test("a ride with its host's consent is found next door, with stops, price, link and a first name", async () => {
  const uni = await openCommunity("Uni");
  const town = await openCommunity("Town");
  await makeNeighbours(uni, town);
  const { host, ride } = await hostListedRide(town);
  const { items, asked } = await searchNeighbours(uni);
  expect(asked).toEqual([
    { neighbour: expect.objectContaining({ name: "Town" }), hasAnswered: true },
  ]);
  expect(items).toEqual([
    expect.objectContaining({
      neighbour: {
        id: expect.any(String),
        name: "Town",
        host: new URL(town.url).host,
        logoUrl: null,
      },
      driverName: "Amara",
      timeZone: "Europe/Berlin",
      seatsLeft: 3,
      price: { kind: "paid", contribution: { amountMinor: expect.any(Number), currency: "EUR" } },
      pickup: expect.objectContaining({ label: "Karlsruhe" }),
      dropoff: expect.objectContaining({ label: "Köln" }),
    }),
  ]);
  expect(items[0]?.url).toContain(`${town.url}/rides/${ride.id}?from=`);
  expect(JSON.stringify(items)).not.toContain(host.uid);
});

test("[domain/neighbours:ended] either side ends it for both, and neither is searched or answered any more", async () => {
  const uni = await openCommunity("Uni");
  const town = await openCommunity("Town");
  await makeNeighbours(uni, town);
  await hostListedRide(town);
  const [{ id } = { id: "" }] = (await listNeighbours(town)).items;
  const { status } = await town.app.call("DELETE", `/administration/neighbours/${id}`, {
    as: town.administrator,
  });
  expect(status).toBe(200);
  forgetAnswers(uni);
  expect(await searchNeighbours(uni)).toMatchObject({ items: [], asked: [{ hasAnswered: false }] });
  expect((await listNeighbours(uni)).items[0]).toMatchObject({ lastFailure: "refused" });

  await deliverMessages(town);
  expect(await stateOf(uni)).toEqual([]);
  expect(await searchNeighbours(uni)).toEqual({ items: [], asked: [] });
});

test("a message that waited says nothing that administrators have taken back", async () => {
  const uni = await openCommunity("Uni");
  const town = await openCommunity("Town");
  await makeNeighbours(uni, town);
  const [{ id } = { id: "" }] = (await listNeighbours(town)).items;
  await town.app.call("DELETE", `/administration/neighbours/${id}`, { as: town.administrator });
  await invite(town, uni);
  expect(await stateOf(uni)).toEqual([["Town", "active"]]);
  expect(await stateOf(town)).toEqual([["Uni", "asked"]]);
});

test("[domain/neighbours:withdrawn] a ride whose listing ends, that changes or is cancelled is gone or new at the next search", async () => {
  const uni = await openCommunity("Uni");
  const town = await openCommunity("Town");
  await makeNeighbours(uni, town);
  const first = await hostListedRide(town);
  const second = await hostListedRide(town);
  const third = await hostListedRide(town);
  const search = async () => {
    forgetAnswers(uni);
    town.app.clock.now = uni.app.clock.now;
    const { items } = await searchNeighbours(uni);
    return items.map(({ url, pickupAt }) => [new URL(url).pathname, pickupAt]);
  };
  const before = await search();
  expect(before).toHaveLength(3);

  await town.app.call("PUT", `/rides/${first.ride.id}/public`, {
    as: first.host,
    body: { isPublic: true, isListed: false },
  });
  await town.app.call("DELETE", `/rides/${second.ride.id}`, { as: second.host });
  await town.app.call("PUT", `/rides/${third.ride.id}`, {
    as: third.host,
    body: { departsAt: "2026-01-02T09:00:00Z" },
  });
  const after = await search();
  expect(after.map(([path]) => path)).toEqual([`/rides/${third.ride.id}`]);
  expect(before).not.toContainEqual(after[0]);
});

test("[domain/neighbours:coarse] two addresses in one square send the same request, without anything of the user", async () => {
  const uni = await openCommunity("Uni");
  const server = await openFakeUpstream(respondWith([]));
  await addServer(uni, server.url);
  await searchNeighbours(uni, { fromLat: 49.0061, fromLng: 8.4031 });
  forgetAnswers(uni);
  await searchNeighbours(uni, { fromLat: 49.0068, fromLng: 8.4037 });
  const [first, second] = server.requests;
  expect(first?.url).toContain("/driver_journeys?departureLat=");
  expect(second).toEqual(first);
  expect(first?.headers["x-api-key"]).toBe("secret");
  expect(JSON.stringify(first)).not.toContain(uni.seeker.uid);
  expect(JSON.stringify(first)).not.toMatch(/49\.0061|8\.4031/);
});

test("answers are remembered for half a minute, and searches in both directions are counted", async () => {
  const uni = await openCommunity("Uni");
  const town = await openCommunity("Town");
  await makeNeighbours(uni, town);
  await searchNeighbours(uni);
  await searchNeighbours(uni);
  expect((await listNeighbours(uni)).items[0]).toMatchObject({
    searchesSent: 1,
    searchesReceived: 0,
  });
  expect((await listNeighbours(town)).items[0]).toMatchObject({
    searchesSent: 0,
    searchesReceived: 1,
  });
});

test("three communities: a search shows rides of both neighbours by one order, and own results have theirs", async () => {
  const uni = await openCommunity("Uni");
  const town = await openCommunity("Town");
  const village = await openCommunity("Village");
  await makeNeighbours(uni, town);
  await makeNeighbours(uni, village);
  const far = { isListed: true, stops: [towns.mainz], origin: towns.karlsruhe };
  for (const community of [town, village]) await hostListedRide(community);
  await hostRide(village.app, await village.app.createUser(), far);
  await hostListedRide(uni);

  const { items } = await searchNeighbours(uni);
  expect(new Set(items.map(({ neighbour }) => neighbour.name))).toEqual(
    new Set(["Town", "Village"]),
  );
  expect(items.map(({ order }) => order)).toEqual(
    items.map(({ order }) => order).toSorted((a, b) => a - b),
  );
  const { body } = await uni.app.call<{ items: RideSearchResult[] }>("GET", "/rides/search", {
    as: uni.seeker,
    query: neighbourSearch,
  });
  expect(body.items).toHaveLength(1);
  const [own] = body.items;
  const same = items.find(({ neighbour, pickupAt }) => neighbour.name === "Town" && pickupAt);
  const behind = (same?.order ?? Infinity) - (own?.match.order ?? 0);
  expect(behind).toBeGreaterThanOrEqual(0);
  // Its times are to five minutes, and count as the worst that they can mean.
  expect(behind).toBeLessThan(1_200);
});

test("[domain/neighbours:shown-order] whatever rounding does to its times, a ride of a neighbour never ranks before an equal own one", async () => {
  const uni = await openCommunity("Uni");
  const town = await openCommunity("Town");
  await makeNeighbours(uni, town);
  const departures = [0, 1, 2, 3, 4].map(
    (n) => `2026-01-02T${String(6 + n).padStart(2, "0")}:0${n}:00.000Z`,
  );
  for (const departsAt of departures)
    for (const { app } of [uni, town])
      await hostRide(app, await app.createUser(), { ...onRoute, departsAt });

  const ends = {
    fromLat: towns.karlsruhe.lat,
    fromLng: towns.karlsruhe.lng,
    toLat: towns.mainz.lat,
    toLng: towns.mainz.lng,
  };
  for (const at of [undefined, "2026-01-02T09:20:00Z"]) {
    const query = at === undefined ? ends : { ...ends, at };
    const { items: theirs } = await searchNeighbours(uni, query);
    const { body } = await uni.app.call<{ items: RideSearchResult[] }>("GET", "/rides/search", {
      as: uni.seeker,
      query: { ...neighbourSearch, ...query },
    });
    expect(body.items).toHaveLength(departures.length);
    for (const { match } of body.items) {
      const pickupAtMs = Date.parse(match.pickupAt);
      const same = theirs.find(
        ({ pickupAt }) => Math.abs(Date.parse(pickupAt) - pickupAtMs) < 1_800_000,
      );
      expect(same?.order).toBeGreaterThanOrEqual(match.order ?? Infinity);
    }
  }
});

test("filters that a neighbour's answer cannot prove find nothing there, and a highest price leaves out the others", async () => {
  const uni = await openCommunity("Uni");
  const town = await openCommunity("Town");
  await makeNeighbours(uni, town);
  await hostListedRide(town);
  expect((await searchNeighbours(uni, { maxContributionMinor: 100_000 })).items).toHaveLength(1);
  expect((await searchNeighbours(uni, { maxContributionMinor: 1 })).items).toEqual([]);
  expect((await searchNeighbours(uni, { seats: 5 })).items).toEqual([]);
  expect(await searchNeighbours(uni, { wheelchair: "true" })).toEqual({ items: [], asked: [] });
});

test("another key than the one that was compared is refused, and a new key of a neighbour has to be approved again", async () => {
  const uni = await openCommunity("Uni");
  const town = await openCommunity("Town");
  const wrong = await uni.app.call("POST", "/administration/neighbours", {
    as: uni.administrator,
    body: { address: town.url, fingerprint: "0000 0000" },
  });
  expect(wrong).toMatchObject({ status: 409, body: { code: "neighbour_key_changed" } });
  await makeNeighbours(uni, town);
  await replaceOwnKey(uni.app.ctx);
  expect((await searchNeighbours(uni)).asked).toMatchObject([{ hasAnswered: false }]);
  expect((await invite(town, uni)).status).toBe(409);

  const [{ id } = { id: "" }] = (await listNeighbours(town)).items;
  await town.app.call("DELETE", `/administration/neighbours/${id}`, { as: town.administrator });
  await invite(town, uni);
  await invite(uni, town);
  forgetAnswers(uni);
  expect((await searchNeighbours(uni)).asked).toMatchObject([{ hasAnswered: true }]);
});

test("the descriptor names the community, its interfaces and its key, and one of another address is no neighbour", async () => {
  const uni = await openCommunity("Uni");
  const reply = await fetch(`${uni.url}/.well-known/commonlane`);
  expect(await reply.json()).toMatchObject({
    version: 1,
    name: "Uni",
    url: uni.url,
    standardCovoiturage: { baseUrl: `${uni.url}/standard-covoiturage` },
    keys: [{ kty: "OKP", crv: "Ed25519", x: expect.any(String) }],
  });
  const pretender = await openFakeUpstream(respondWith({ ...(await describe(uni)) }));
  expect(await previewNeighbour(uni, pretender.url)).toMatchObject({ status: 502 });
  for (const url of [
    uni.url,
    "http://rides.example",
    "https://user:pw@rides.example",
    "not an address",
  ])
    expect((await previewNeighbour(uni, url)).status).toBe(400);
});

/** As the page of a ride shows it. */
const clock = (at = ""): string =>
  new Date(at).toLocaleTimeString("de-DE", { timeZone: "Europe/Berlin", timeStyle: "short" });

test("[domain/neighbours:arriving] the link of a result opens the public ride with the stops of the passenger, and sign-up comes back to them", async () => {
  const uni = await openCommunity("Uni");
  const town = await openCommunity("Town");
  await makeNeighbours(uni, town);
  await hostListedRide(town);
  const [result] = (await searchNeighbours(uni)).items;
  const page = load(await (await fetch(result?.url ?? "")).text());
  const part = page(".part").text();
  const { pickupAt, dropoffAt } = result ?? {};
  expect(part).toContain(
    `You get in at Karlsruhe at about ${clock(pickupAt)} and out at Köln at about ${clock(dropoffAt)}.`,
  );
  const { price } = result ?? {};
  const amountMinor = price?.kind === "paid" ? price.contribution.amountMinor : 0;
  const [ofPart, ofAll] = page("dl.facts > div")
    .toArray()
    .map((fact) => page(fact).text());
  expect(ofPart).toContain("Price for your part");
  expect(ofPart).toContain(String(amountMinor / 100));
  expect(ofAll).toContain("Price for the full route");
  const { pathname, search } = new URL(result?.url ?? "");
  const link = new URL(page("a[href^='/register']").attr("href") ?? "", town.url);
  expect(link.searchParams.get("next")).toBe(pathname + search);
  const elsewhere = result?.url.replace(/from=[^&]+/, "from=10,10") ?? "";
  expect(load(await (await fetch(elsewhere)).text())(".part")).toHaveLength(0);
});
