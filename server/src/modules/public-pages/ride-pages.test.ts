import { Buffer } from "node:buffer";
import { load } from "cheerio";
import sharp from "sharp";
import { expect, test } from "vitest";
import { z } from "zod";
import { createModerator } from "../../../test/fixtures/moderators.ts";
import { hostRide, requestSeats, towns } from "../../../test/fixtures/rides.ts";
import { createPublicRide, openToVisitors, visit } from "../../../test/fixtures/visitors.ts";
import { createTestApp } from "../../../test/app/test-app.ts";

const UNKNOWN_ID = "01a1fb9c-97b4-704a-9727-71e55b593734";

const image = (body: string) => load(body)("meta[property='og:image']").attr("content") ?? "";

/** Without what differs between two addresses. */
const unavailable = (body: string, id: string) => body.replaceAll(id, "ID");

test("[domain/privacy:public-ride] a visitor reads the towns, time, price, seats and first name of a public ride, and nothing else", async () => {
  const app = await createTestApp();
  const stop = {
    ...towns.mainz,
    placeId: null,
    label: "Secret stop, Mainz, Germany",
    shown: "exact",
  };
  const { host, path } = await createPublicRide(app, {
    note: "Behind the old mill",
    stops: [stop],
  });
  const { status, headers, body } = await visit(app, path);
  expect(status).toBe(200);
  const text = load(body)("main").text();
  for (const shown of [
    "Freiburg im Breisgau to Köln",
    "Friday, 2 January 2026",
    "07:45",
    "€18",
    "3 free seats",
    "Amara",
  ])
    expect(text).toContain(shown);
  for (const secret of [
    "Lindqvist",
    "Secret stop",
    "old mill",
    host.uid,
    host.email,
    "49.98",
    "photos",
  ])
    expect(body).not.toContain(secret);
  expect(headers).toMatchObject({ "cache-control": "no-cache", "x-robots-tag": "noindex" });
  expect(headers["content-security-policy"]).toContain("script-src 'self'");
  const $ = load(body);
  expect($("a[href*='/register?next=/rides/']")).toHaveLength(1);
  const requested = $("[src], link[rel=stylesheet], link[rel=icon]").toArray();
  for (const element of requested)
    expect($(element).attr("href") ?? $(element).attr("src")).toMatch(/^\/[^/]/);
  expect($("script:not([type='application/ld+json'])")).toHaveLength(0);
});

test("[domain/privacy:public-ride-unknown] a ride that is closed, unknown, over, hidden or for one gender gives a visitor one and the same reply", async () => {
  const app = await createTestApp();
  const replyOf = async (id: string) => {
    const { status, headers, body } = await visit(app, `/rides/${id}`);
    expect([status, headers["x-robots-tag"]]).toEqual([404, "noindex"]);
    expect((await visit(app, `/rides/${id}/preview.png`)).status).toBe(404);
    return unavailable(body, id);
  };
  const expected = await replyOf(UNKNOWN_ID);
  expect(load(expected)("h1").text()).toBe("This ride isn't available to everyone");
  const { host, ride: cancelled } = await createPublicRide(app);
  const closed = await hostRide(app, host, { departsAt: "2026-01-03T06:45:00.000Z" });
  const closedAgain = await hostRide(app, host, { departsAt: "2026-01-04T06:45:00.000Z" });
  await openToVisitors(app, closedAgain.id, host);
  await openToVisitors(app, closedAgain.id, host, false);
  await app.call("DELETE", `/rides/${cancelled.id}`, { as: host });
  const { ride: ofSuspended, host: suspended } = await createPublicRide(app);
  const { ride: removed } = await createPublicRide(app);
  const mo = await createModerator(app);
  const suspend = await app.call("POST", `/moderation/people/${suspended.uid}/suspend`, {
    as: mo,
    body: { reason: "Spam", days: 7 },
  });
  const remove = await app.call("POST", "/moderation/content-removals", {
    as: mo,
    body: { about: { kind: "ride", id: removed.id }, reason: "Spam", days: 7 },
  });
  expect([suspend.status, remove.status]).toEqual([200, 201]);
  for (const { id } of [closed, closedAgain, cancelled, ofSuspended, removed])
    expect(await replyOf(id)).toBe(expected);
  const { ride: departed } = await createPublicRide(app);
  app.clock.now = new Date(departed.departsAt);
  expect(await replyOf(departed.id)).toBe(expected);
  // Not the address of a ride at all: the same without a link back to it.
  expect((await visit(app, "/rides/%3Cscript%3E")).status).toBe(404);
});

test("[domain/privacy:public-ride-host] only its host opens and closes a ride, and not one for their own gender or over", async () => {
  const app = await createTestApp();
  const { host, ride } = await createPublicRide(app);
  const stranger = await app.createUser();
  expect((await openToVisitors(app, ride.id, stranger, false)).body.code).toBe("not_yours");
  expect((await openToVisitors(app, UNKNOWN_ID, host)).body.code).toBe("not_found");
  expect((await visit(app, `/rides/${ride.id}`)).status).toBe(200);
  const woman = await app.createUser({ gender: "female" });
  const own = await hostRide(app, woman, { audience: "sameGender" });
  expect((await openToVisitors(app, own.id, woman)).body.code).toBe("invalid_input");
  // A public ride that becomes one for a gender is closed.
  const changing = await hostRide(app, woman, { departsAt: "2026-01-03T06:45:00.000Z" });
  await openToVisitors(app, changing.id, woman);
  await app.call("PUT", `/rides/${changing.id}`, { as: woman, body: { audience: "sameGender" } });
  expect((await visit(app, `/rides/${changing.id}`)).status).toBe(404);
  app.clock.now = new Date("2026-01-02T07:00:00Z");
  expect((await openToVisitors(app, ride.id, host)).body.code).toBe("ride_over");
  expect((await openToVisitors(app, ride.id, host, false)).body.isPublic).toBe(false);
});

test("a taken seat changes the page, its image and their validators at once", async () => {
  const app = await createTestApp();
  const { host, ride, path } = await createPublicRide(app, { seatsTotal: 1 });
  const before = await visit(app, path);
  const etag = String(before.headers.etag);
  for (const known of [etag, etag.replace("W/", ""), `"older", ${etag}`])
    expect((await visit(app, path, { "if-none-match": known })).status).toBe(304);
  await (await requestSeats(app, ride, host)).accept();
  const after = await visit(app, path, { "if-none-match": etag });
  expect(after.status).toBe(200);
  expect(load(after.body)("dl").text()).toContain("No free seats");
  expect(image(after.body)).not.toBe(image(before.body));
  await app.call("PUT", path, {
    as: host,
    body: { contribution: { amountMinor: 900, currency: "EUR" } },
  });
  expect(image((await visit(app, path)).body)).not.toBe(image(before.body));
});

test("members get the app at the same address, and the API stays for members", async () => {
  const app = await createTestApp();
  const { path } = await createPublicRide(app);
  for (const cookie of ["commonlane_session=open", "a=b; __Secure-commonlane_session=open"]) {
    // The test server has no web app, so its ordinary reply is "not found".
    expect((await visit(app, path, { cookie })).body).toContain('"code":"not_found"');
  }
  expect((await visit(app, path, { accept: "application/json" })).body).toContain(
    '"code":"not_found"',
  );
  expect((await app.call("GET", path)).status).toBe(401);
});

test("Open Graph, Twitter and canonical tags are absolute, complete and agree with the image", async () => {
  const settings = { PUBLIC_URL: "https://rides.example.edu" };
  const community = { name: "Campus & Co" };
  const app = await createTestApp({ settings, community });
  const { ride, path } = await createPublicRide(app);
  const $ = load((await visit(app, path, { host: "rides.example.edu" })).body);
  const meta = Object.fromEntries(
    $("meta[property], meta[name]")
      .toArray()
      .map((element) => [
        $(element).attr("property") ?? $(element).attr("name"),
        $(element).attr("content"),
      ]),
  );
  expect(meta).toMatchObject({
    "og:title": "Freiburg im Breisgau to Köln",
    "og:url": `https://rides.example.edu/rides/${ride.id}`,
    "og:site_name": "Campus & Co",
    "twitter:card": "summary_large_image",
  });
  expect(meta["description"]).toBe(
    "Friday, 2 January 2026, 07:45. €18 per seat. 3 free seats with Amara at Campus & Co.",
  );
  expect($("link[rel=canonical]").attr("href")).toBe(meta["og:url"]);
  const imageUrl = new URL(meta["og:image"] ?? "");
  expect(imageUrl.origin).toBe("https://rides.example.edu");
  const image = await visit(app, imageUrl.pathname + imageUrl.search, {
    host: "rides.example.edu",
  });
  expect(image.headers["content-type"]).toBe("image/png");
  const { width, height, format } = await sharp(image.bytes).metadata();
  expect({ width, height, format }).toEqual({
    width: Number(meta["og:image:width"]),
    height: Number(meta["og:image:height"]),
    format: "png",
  });
  expect(image.bytes.length).toBeLessThan(300_000);
  const again = await visit(app, imageUrl.pathname, {
    host: "rides.example.edu",
    "if-none-match": String(image.headers.etag),
  });
  expect(again.status).toBe(304);
});

test("[domain/privacy:public-ride-text] hostile names stay text in markup, tags, structured data and the image", async () => {
  const hostile = `</script><script>alert(1)</script>"'><img src=x onerror=alert(1)>]]>&amp;\u2028`;
  const app = await createTestApp({
    community: { name: `A"><svg onload=alert(1)>` },
    settings: { PLACE_ROUNDING_M: 500 },
  });
  const { ride, path } = await createPublicRide(app);
  const points = JSON.stringify([
    { ...towns.freiburg, label: hostile },
    { ...towns.mainz, label: `${hostile}\u0007` },
    { ...towns.koeln, label: hostile },
  ]);
  await app.db.updateTable("ride").set({ points }).where("id", "=", ride.id).execute();
  const { status, body } = await visit(app, path);
  expect(status).toBe(200);
  const $ = load(body);
  expect($("script")).toHaveLength(1);
  expect($("img, [onerror], [onload]")).toHaveLength(0);
  const data = z.object({ name: z.string() }).parse(JSON.parse($("script").text()));
  expect(data.name).toContain("</script><script>alert(1)</script>");
  expect($("h1").text()).toBe(data.name);
  const { status: imageStatus, bytes } = await visit(app, `${path}/preview.png`);
  expect(imageStatus).toBe(200);
  expect((await sharp(Buffer.from(bytes)).metadata()).width).toBe(1200);
});

test("the operator can switch public rides off, or let search engines list them", async () => {
  const off = await createTestApp({ community: { publicRides: "off" } });
  const host = await off.createUser();
  const ride = await hostRide(off, host);
  expect((await openToVisitors(off, ride.id, host)).body.code).toBe("invalid_input");
  await off.db.updateTable("ride").set({ is_public: true }).execute();
  expect((await visit(off, `/rides/${ride.id}`)).status).toBe(404);

  const link = await createTestApp();
  expect((await visit(link, "/sitemap.xml")).status).toBe(404);
  expect((await visit(link, "/robots.txt")).body).not.toContain("Sitemap");

  const settings = { PUBLIC_URL: "https://rides.example.edu" };
  const community = { publicRides: "indexed" } as const;
  const app = await createTestApp({ settings, community });
  const { path, host: other } = await createPublicRide(app);
  await hostRide(app, other, { departsAt: "2026-01-04T06:45:00.000Z" });
  const get = (url: string) => visit(app, url, { host: "rides.example.edu" });
  const page = await get(path);
  expect(page.headers["x-robots-tag"]).toBeUndefined();
  expect(load(page.body)("meta[name=robots]").attr("content")).toBe("index, follow");
  expect((await get("/robots.txt")).body).toContain(
    "Sitemap: https://rides.example.edu/sitemap.xml",
  );
  const locations = load((await get("/sitemap.xml")).body, { xml: true })("loc")
    .toArray()
    .map((element) => load(element).text());
  expect(locations.filter((url) => url.includes("/rides/"))).toEqual([
    `https://rides.example.edu${path}`,
  ]);
  expect((await get(`/rides/${UNKNOWN_ID}`)).headers["x-robots-tag"]).toBe("noindex");
});

test("the page has the community's colour, and the links of its footer", async () => {
  const app = await createTestApp({
    community: {
      brandColor: "#7c1d4f",
      footerLinks: [
        { url: "https://union.example.edu", label: "Student union", labels: { de: "AStA" } },
      ],
    },
  });
  const { path } = await createPublicRide(app);
  const $ = load((await visit(app, `${path}?lang=de`)).body);
  expect($("link[rel='stylesheet']").first().attr("href")).toMatch(
    /^\/branding\/[\w-]+\/brand\.css$/,
  );
  expect($("meta[name='theme-color']").first().attr("content")).toBe("#7c1d4f");
  expect($("footer a[href='https://union.example.edu']").text()).toBe("AStA");
  expect($("footer a[href='/source']")).toHaveLength(1);
});
