import { beforeEach, expect, test, vi } from "vitest";
import { recentPlaces, rememberPlace } from "./recent-places.ts";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
const place = (label: string) => ({ label, lat: 48, lng: 8, placeId: "gn:1", timeZone: "Europe/Berlin" });
const labels = (uid: string) => recentPlaces(uid).map(({ label }) => label);

test("the last five places come back, each once, the newest first, to the person who chose them", () => {
  for (const label of ["A", "B", "C", "B", "D", "E", "F"]) rememberPlace("amara", place(label));
  expect(labels("amara")).toEqual(["F", "E", "D", "B", "C"]);
  expect(recentPlaces("amara")[0]).toEqual(place("F"));
  expect(labels("jonas")).toEqual([]);
});

test("what somebody else wrote there is no place", () => {
  kept.set("commonlane.places.amara", `[{"label":"","lat":1,"lng":2},{"label":"X","lat":"1","lng":2},7,null]`);
  expect(labels("amara")).toEqual([]);
  kept.set("commonlane.places.amara", "{");
  expect(labels("amara")).toEqual([]);
});
