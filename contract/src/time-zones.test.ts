import { expect, test } from "vitest";
import { isKnownTimeZone, usableTimeZone } from "./time-zones.ts";

test.each([
  ["Europe/Berlin", "Europe/Berlin"],
  ["europe/berlin", "europe/berlin"],
  ["Europe/Kyiv", "Europe/Kyiv"],
  ["Etc/Unknown", "UTC"],
  ["Mars/Olympus_Mons", "UTC"],
  ["", "UTC"],
  [undefined, "UTC"],
])("of the zone %s, this machine uses %s", (name, used) => {
  expect(usableTimeZone(name, "UTC")).toBe(used);
});

test("each older name of a newer zone is known", () => {
  const newer = [
    "America/Ciudad_Juarez",
    "America/Coyhaique",
    "America/Nuuk",
    "Europe/Kyiv",
    "Pacific/Kanton",
  ];
  expect(newer.filter((name) => !isKnownTimeZone(usableTimeZone(name, "none")))).toEqual([]);
});
