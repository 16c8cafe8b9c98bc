import { expect, test } from "vitest";
import { readSettings } from "../../settings.ts";
import { securityHeaders } from "../security-headers.ts";
import { readCustomBasemap } from "./map-files.ts";

const policyOf = (environment: Record<string, string>) =>
  String(securityHeaders(readSettings(environment)).page["content-security-policy"]).split(";");

test("a custom map allows the page to fetch data and images from its origin only", () => {
  const policy = policyOf({
    BASEMAP: "raster:https://tiles.example.org:8443/maps/{z}/{x}/{y}.png",
  });
  expect(policy).toContain("connect-src 'self' https://tiles.example.org:8443");
  expect(policy).toContain("img-src 'self' data: blob: https://tiles.example.org:8443");
  expect(policy.filter((rule) => rule.includes("example.org"))).toHaveLength(2);
});

test("further origins are allowed only if configured, and none for a path of this server", () => {
  const style = { BASEMAP: "style:https://maps.example.org/style.json" };
  expect(policyOf(style)).toContain("connect-src 'self' https://maps.example.org");
  expect(
    policyOf({ ...style, BASEMAP_ORIGINS: "https://a.example.org https://maps.example.org" }),
  ).toContain("connect-src 'self' https://maps.example.org https://a.example.org");
  expect(policyOf({ BASEMAP: "pmtiles:/europe.pmtiles" })).toContain("connect-src 'self'");
  expect(policyOf({ BASEMAP_ORIGINS: "https://a.example.org" })).toContain("connect-src 'self'");
});

test("the page receives the map's kind, address and attribution", () => {
  expect(readCustomBasemap(readSettings({ BASEMAP: "pmtiles:/europe.pmtiles" }))).toEqual({
    kind: "pmtiles",
    url: "/europe.pmtiles",
    credit: "© OpenStreetMap contributors",
  });
  expect(readCustomBasemap(readSettings({}))).toBeNull();
});

test.each([
  ["an unknown kind", "tiles:https://tiles.example.org/x"],
  ["no kind", "https://tiles.example.org/x.pmtiles"],
  ["a script", "style:javascript:alert(1)"],
  ["a second CSP directive", "style:https://a.example.org/x; script-src *"],
  ["a host with extra characters", "pmtiles:https://a.example.org *.example.net/x"],
  ["an image URL without placeholders", "raster:https://tiles.example.org/map.png"],
])("a setting with %s is refused at the start", (_, BASEMAP) => {
  expect(() => readSettings({ BASEMAP })).toThrow("BASEMAP");
});
