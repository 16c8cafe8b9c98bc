import { join } from "node:path";
import type { Page } from "@playwright/test";
import { runAdminCommand } from "./support/admin-command.ts";
import { signUp, testPerson, type Account } from "./support/people.ts";
import { countPixels } from "./support/pixels.ts";
import { tomorrow } from "./support/places.ts";
import { ROOT } from "./support/process.ts";
import { MAIN } from "./support/server.ts";
import { expect, PHONE, test, type World } from "./support/test.ts";

const EXTRACT = join(ROOT, "server/data/regions/liechtenstein.osm.pbf");
const VADUZ = { label: "Vaduz, Liechtenstein", lat: 47.141, lng: 9.5209 };
const RUGGELL = { label: "Ruggell, Liechtenstein", lat: 47.2382, lng: 9.5249 };
const SCHAAN = { lat: 47.165, lng: 9.5087 };
/** Connections go to the two processes in turn. */
const CONNECTIONS = 6;

/** What the map of a street must show, in the colours of the map's palette. */
const INK = {
  road: "var(--m-link)",
  building: "color-mix(in oklab, var(--m-urban) 76%, var(--m-b1))",
  names: "color-mix(in oklab, var(--m-text) 82%, var(--m-text-2))",
} as const;
/** Names have few pixels of the full colour. */
const MIN_PIXELS = 30;

test.use({ script: join(MAIN, "../main-cluster.js"), maps: "fine" });

test("a region is added and removed while two processes run: roads, search and streets on the map", async ({
  world,
}) => {
  const { browserOf, server } = world;
  const host = await signUp(await browserOf(), testPerson("Hanna", "Host"));
  const page = await browserOf(PHONE);
  const seeker = await signUp(page, testPerson("Sami", "Seeker"));
  const departsAt = `${tomorrow()}T07:45:00Z`;
  const way = {
    origin: VADUZ,
    destination: RUGGELL,
    departsAt,
    seatsTotal: 3,
    maxDetourM: 5_000,
    maxDetourS: 900,
  };
  const estimated = await host.call("rides", way);
  expect(await routedOf(host, estimated.id)).toBe(false);

  runAdminCommand(server.folder, ["region", "add", EXTRACT]);
  await expectRegion(world, true);

  const next = await signUp(await browserOf(), testPerson("Nora", "Next"));
  const onRoads = await next.call("rides", way);
  expect(await routedOf(next, onRoads.id)).toBe(true);
  await test.step("both processes find the ride on roads", async () => {
    const friends = [await browserOf(), await browserOf()];
    const accounts = await Promise.all(
      friends.map((friend, n) => signUp(friend, testPerson("Friend", ["One", "Two"][n] ?? ""))),
    );
    for (const account of [...accounts, seeker])
      expect(await search(account)).toContainEqual([onRoads.id, true]);
  });

  await test.step("the map of a street has roads, houses and names", async () => {
    await openPicker(page);
    await expectDrawn(page);
  });

  runAdminCommand(server.folder, ["region", "remove", "liechtenstein", "--yes"]);
  await expectRegion(world, false);
  expect((await search(seeker)).map(([id]) => id)).toContain(onRoads.id);
});

async function expectDrawn(page: Page): Promise<void> {
  await expect(async () => {
    for (const [key, pixels] of await countPixels(page, await mapClip(page), INK))
      expect(pixels, key).toBeGreaterThan(MIN_PIXELS);
  }).toPass({ timeout: 45_000 });
}

/** Whether every process tells the web app about the region's map. */
async function expectRegion({ server }: World, isThere: boolean): Promise<void> {
  await expect(async () => {
    for (let n = 0; n < CONNECTIONS; n++) {
      const reply = await fetch(server.address, { headers: { connection: "close" } });
      expect((await reply.text()).includes("liechtenstein")).toBe(isThere);
    }
  }).toPass({ timeout: 45_000 });
}

const routedOf = async (host: Account, id: string): Promise<boolean> =>
  (await host.read<{ routed: boolean }>(`rides/${id}`)).routed;

/** Rides from Vaduz to Schaan, and whether their times follow roads. */
async function search(account: Account): Promise<[id: string, isOnRoads: boolean][]> {
  const day = { departsAfter: `${tomorrow()}T00:00:00Z`, departsBefore: `${tomorrow()}T23:59:59Z` };
  const query = {
    fromLat: VADUZ.lat,
    fromLng: VADUZ.lng,
    toLat: SCHAAN.lat,
    toLng: SCHAAN.lng,
    ...day,
    seats: 1,
  };
  const text = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  );
  interface Found {
    readonly items: readonly {
      readonly ride: { id: string; routed: boolean };
      readonly match: { routed?: boolean };
    }[];
  }
  const { items } = await account.read<Found>(`rides/search?${text.toString()}`);
  return items.map(({ ride, match }) => [ride.id, match.routed ?? ride.routed]);
}

/** The map on which a host picks a start, at a street of Vaduz. */
async function openPicker(page: Page): Promise<void> {
  await page.goto("/host");
  await page.getByRole("button", { name: "From: choose on the map" }).click();
  const search = picker(page).getByRole("combobox", { name: "Search for a place" });
  await search.fill("47.1411, 9.5215");
  await page.getByRole("option", { name: "Point on the map" }).click();
  await expect(picker(page).getByRole("status").last()).toContainText("Vaduz");
}

const picker = (page: Page) => page.getByRole("dialog", { name: "From" });

/** The picker's map below the search field. */
async function mapClip(page: Page) {
  const box = await picker(page).locator("canvas").boundingBox();
  if (!box) throw new Error("There is no map.");
  return { ...box, y: box.y + 70, height: box.height - 70 };
}
