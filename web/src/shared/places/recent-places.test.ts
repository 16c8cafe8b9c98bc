import { beforeEach, expect, test, vi } from "vitest";
import { getRecentPlaces, rememberPlace } from "./recent-places.ts";

const storage = new Map<string, string>();
beforeEach(() => {
  storage.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  });
});
const place = (label: string) => ({
  label,
  lat: 48,
  lng: 8,
  placeId: "gn:1",
  timeZone: "Europe/Berlin",
  kind: "station" as const,
});
const labels = (uid: string) => getRecentPlaces(uid).map(({ label }) => label);

test("returns a user's last five distinct places, newest first", () => {
  for (const label of ["A", "B", "C", "B", "D", "E", "F"]) rememberPlace("amara", place(label));
  expect(labels("amara")).toEqual(["F", "E", "D", "B", "C"]);
  expect(getRecentPlaces("amara")[0]).toEqual(place("F"));
  expect(labels("jonas")).toEqual([]);
});

test("ignores invalid stored data", () => {
  storage.set(
    "commonlane.places.amara",
    `[{"label":"","lat":1,"lng":2},{"label":"X","lat":"1","lng":2},7,null]`,
  );
  expect(labels("amara")).toEqual([]);
  storage.set("commonlane.places.amara", "{");
  expect(labels("amara")).toEqual([]);
});

test("drops a kind that another version of the app stored", () => {
  storage.set("commonlane.places.amara", `[{"label":"A","lat":1,"lng":2,"kind":"spaceport"}]`);
  expect(getRecentPlaces("amara")).toEqual([{ label: "A", lat: 1, lng: 2, kind: undefined }]);
});
