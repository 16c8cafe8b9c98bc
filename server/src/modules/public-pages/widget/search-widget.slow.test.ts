import { load } from "cheerio";
import { expect, test } from "vitest";
import { importFirstTowns } from "#modules/places/index.ts";
import { towns } from "../../../../test/fixtures/rides.ts";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";

const get = ({ http }: TestApp, url: string) =>
  http.inject({ method: "GET", url, headers: { accept: "text/html" } });

const policyOf = (headers: Record<string, unknown>) =>
  Object.fromEntries(
    String(headers["content-security-policy"])
      .split(";")
      .map((directive) => directive.trim().split(/ (.*)/s)),
  );

test("no website may embed the search form unless the operator names it, and then only those", async () => {
  const closed = await get(await createTestApp(), "/widget/search");
  expect(policyOf(closed.headers)["frame-ancestors"]).toBe("'none'");
  expect(closed.headers["x-frame-options"]).toBe("DENY");
  const origins = ["https://www.example.edu", "https://events.example.org:8443"];
  const open = await get(
    await createTestApp({ settings: { WIDGET_ORIGINS: origins } }),
    "/widget/search",
  );
  expect(open.statusCode).toBe(200);
  expect(policyOf(open.headers)).toEqual({
    "default-src": "'none'",
    "font-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": origins.join(" "),
  });
  expect(open.headers["x-frame-options"]).toBeUndefined();
  expect(load(open.body)("script")).toHaveLength(0);
});

test("[domain/input:days] the widget offers every day that is not over somewhere, and today in the community's region", async () => {
  const region = { lat: 1.87, lng: -157.42, radiusKm: 50 };
  const app = await createTestApp({ community: { region } });
  app.clock.now = new Date("2026-01-01T11:00:00Z");
  const $ = load((await get(app, "/widget/search")).body);
  // On Kiritimati it is 2 January already; on Baker Island it is still 31 December.
  expect($("input[name=date]").val()).toBe("2026-01-02");
  expect($("input[name=date]").attr("min")).toBe("2025-12-31");
});

test("the address prefills the form, hostile values stay text, and invalid dates are ignored", async () => {
  const app = await createTestApp();
  const query = new URLSearchParams({
    to: `"><script>alert(1)</script>`,
    from: "Köln",
    date: "2026-02-31x",
  });
  const $ = load((await get(app, `/widget/search?${query.toString()}`)).body);
  expect($("script")).toHaveLength(0);
  expect($("input[name=to]").val()).toBe(`"><script>alert(1)</script>`);
  expect($("input[name=from]").val()).toBe("Köln");
  expect($("input[name=date]").val()).toBe("2026-01-01");
  expect($("form").attr("target")).toBe("_blank");
  expect((await get(app, "/widget/search?to=a&to=b")).statusCode).toBe(200);
});

test("a search continues in the app with the places that match, or says which one is unknown", async () => {
  const app = await createTestApp();
  await importFirstTowns(app.connection);
  const results = (from: string, to: string) =>
    get(
      app,
      `/widget/search/results?${new URLSearchParams({ from, to, date: "2026-01-05" }).toString()}`,
    );
  const { statusCode, headers } = await results("freiburg", "Köln");
  expect(statusCode).toBe(303);
  const target = new URL(String(headers.location), "http://localhost");
  expect(target.pathname).toBe("/seek");
  expect(target.searchParams.get("from")).toContain(towns.freiburg.label);
  expect(target.searchParams.get("to")).toContain("Cologne, Germany");
  expect(target.searchParams.get("on")).toBe("2026-01-05");
  const unknown = await results("Freiburg", "<b>Nowhere</b>");
  expect(unknown.statusCode).toBe(404);
  expect(load(unknown.body)("[role=alert]").text()).toContain("<b>Nowhere</b>");
});
