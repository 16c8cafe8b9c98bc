import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { pointName } from "./point-name.ts";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

const nearest = { placeId: "gn:1", lat: 47.14, lng: 9.52, timeZone: "Europe/Vaduz" };
const house = (distanceM: number) =>
  pointName({ ...nearest, kind: "address", label: "Städtle 12, Vaduz, Liechtenstein", distanceM });
const town = (distanceM: number) =>
  pointName({ ...nearest, kind: "town", label: "Vaduz, Liechtenstein", distanceM });

test("names a point after the house or town that is there, near it, or so far from it", () => {
  expect([house(5), house(80), house(420)]).toEqual([
    "Städtle 12, Vaduz, Liechtenstein",
    "Near Städtle 12, Vaduz, Liechtenstein",
    "400 m from Städtle 12, Vaduz, Liechtenstein",
  ]);
  expect([town(290), town(420)]).toEqual([
    "Vaduz, Liechtenstein",
    "400 m from Vaduz, Liechtenstein",
  ]);
});
