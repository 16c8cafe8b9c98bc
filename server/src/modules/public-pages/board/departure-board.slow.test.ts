import { join } from "node:path";
import { load } from "cheerio";
import { expect, test } from "vitest";
import { importFirstTowns } from "#modules/places/index.ts";
import { importTimetable, timetablesFolder } from "#modules/transit/index.ts";
import { createTestApp } from "../../../../test/app/test-app.ts";
import { createTestFolder } from "../../../../test/app/test-folders.ts";
import { hostRide, towns } from "../../../../test/fixtures/rides.ts";
import { SMALL_FEED, writeFeed } from "../../../../test/transit/write-feed.ts";

async function createWorld(feed = SMALL_FEED) {
  const DATA_DIR = createTestFolder();
  const path = writeFeed(join(DATA_DIR, "feed.zip"), feed);
  await importTimetable({
    timetables: timetablesFolder({ DATA_DIR }),
    id: "valley",
    name: "Valley",
    path,
    source: { file: path },
  });
  const app = await createTestApp({ settings: { DATA_DIR } });
  const open = async (url: string) => {
    const reply = await app.http.inject({ method: "GET", url, headers: { accept: "text/html" } });
    return { ...reply, headers: reply.headers, page: load(reply.body) };
  };
  return { app, open };
}

test("[domain/transit:board] a board lists the departures of all platforms of the next two hours, without scripts", async () => {
  const { app, open } = await createWorld();
  app.clock.now = new Date("2026-12-02T06:30:00Z");
  const { page, headers } = await open("/board/valley:bach?lang=en");
  expect(page("h1").text()).toBe("Departures: Bach");
  const rows = page("ol").first().find("li");
  expect(rows.map((_, row) => page(row).text().replaceAll(/\s+/g, " ").trim()).get()).toEqual([
    "08:111 Chur",
    "09:111 Chur",
  ]);
  expect(page("script")).toHaveLength(0);
  expect(page("meta[http-equiv=refresh]")).toHaveLength(0);
  const onScreen = await open("/board/valley:bach?lang=en&screen=1");
  expect(onScreen.page("meta[http-equiv=refresh]")).toHaveLength(1);
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect(headers["content-security-policy"]).not.toContain("unsafe");
});

test("[domain/transit:board] only public rides are on a board, as their own pages show them", async () => {
  const feed = {
    ...SMALL_FEED,
    "stops.txt": (SMALL_FEED["stops.txt"] ?? []).map((row) =>
      row[0] === "alm"
        ? ["alm", "Freiburg Hbf", towns.freiburg.lat, towns.freiburg.lng, 0, ""]
        : row,
    ),
  };
  const { app, open } = await createWorld(feed);
  await importFirstTowns(app.connection);
  const host = await app.createUser();
  const ride = await hostRide(app, host);
  app.clock.now = new Date("2026-01-01T12:00:00Z");
  const rides = async () => {
    const { page } = await open("/board/valley:alm?lang=en");
    return page("ol")
      .last()
      .find("a")
      .map((_, link) => page(link).attr("href"))
      .get();
  };
  expect(await rides()).toEqual([]);
  await app.call("PUT", `/rides/${ride.id}/public`, { as: host, body: { isPublic: true } });
  expect(await rides()).toEqual([`/rides/${ride.id}`]);

  const timeOfRide = async () => {
    const { page } = await open("/board/valley:alm?lang=en");
    return page("ol").last().find("time").text();
  };
  expect(await timeOfRide()).toMatch(/^Fri,? \d\d:\d\d$/);
  app.clock.now = new Date("2026-01-02T01:00:00Z");
  expect(await timeOfRide()).toMatch(/^\d\d:\d\d$/);
});

test("[domain/transit:board] the board of a public event lists departures around it, and that of another event does not exist", async () => {
  const { app, open } = await createWorld();
  app.clock.now = new Date("2026-12-02T06:30:00Z");
  const creator = await app.createUser();
  const create = async (isPublic: boolean, lat: number) => {
    const { body } = await app.call<{ id: string }>("POST", "/events", {
      as: creator,
      body: {
        title: "Concert",
        place: { label: "Hall", lat, lng: 9.502 },
        startsAt: "2026-12-02T18:00:00Z",
        endsAt: "2026-12-02T21:00:00Z",
        isPublic,
      },
    });
    return body.id;
  };
  const boardOf = async (isPublic: boolean, lat: number) =>
    open(`/board/events/${await create(isPublic, lat)}?lang=en`);
  const id = await create(true, 47.152);
  const { page, headers } = await open(`/board/events/${id}?lang=en`);
  expect(page("h1").text()).toBe("Concert");
  expect(page("h2").first().text()).toBe("Departures: Bach");
  expect(page("ol").first().find("li")).toHaveLength(2);
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  const eventPage = await open(`/events/${id}`);
  expect(eventPage.page(`a[href="/board/events/${id}"]`)).toHaveLength(1);
  expect((await boardOf(false, 47.152)).statusCode).toBe(404);
  expect((await boardOf(true, 47.5)).statusCode).toBe(404);
});

test("stops are found by a part of their name, and an unknown one has no board", async () => {
  const { open } = await createWorld();
  const { page } = await open("/board?q=bac&lang=en");
  expect(
    page(".board ul a")
      .map((_, link) => page(link).attr("href"))
      .get(),
  ).toEqual(["/board/valley%3Abach?lang=en"]);
  expect((await open("/board?q=zzz&lang=en")).page(".board").text()).toContain(
    "No stop has this name.",
  );
  expect((await open("/board/valley:nowhere")).statusCode).toBe(404);
});
