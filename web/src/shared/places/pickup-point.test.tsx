import type { PickupPlace } from "@commonlane/contract/shapes";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PickupPoint } from "./PickupPoint.tsx";
import { pickupPlaceName, shortPickupName } from "./pickup-place.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });

const POST = { label: "Vaduz, Post", lat: 47.141, lng: 9.521, pickupKind: "stop" } as const;

const textOf = (place: PickupPlace, walkS?: number) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <PickupPoint place={place} walkS={walkS} />
    </I18nProvider>,
  ).replaceAll(/<[^>]*>/g, "");

test("[domain/pickup:named] a pickup point shows its kind, name and walk, any other place nothing", () => {
  expect(textOf(POST, 250)).toBe("Bus stop Vaduz, Post · 4 min walk");
  expect(textOf({ ...POST, pickupKind: "parkAndRide", label: "Mühleholz" }, 10)).toBe(
    "Park and ride Mühleholz",
  );
  expect(textOf({ label: "Vaduz", lat: 47, lng: 9 }, 250)).toBe("");
});

test("a pickup point keeps its whole name where other places are shortened to their town", () => {
  expect([pickupPlaceName(POST), shortPickupName(POST)]).toEqual([
    "Bus stop Vaduz, Post",
    "Bus stop Vaduz, Post",
  ]);
  expect(shortPickupName({ label: "Vaduz, Liechtenstein", lat: 47, lng: 9 })).toBe("Vaduz");
});
