import { LANGUAGES } from "@commonlane/contract/languages";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TranslateLabel } from "#platform/http/endpoints/serialized-reply.ts";
import { openPlacesServer } from "../../../test/services/open-places-server.ts";
import { createLabelTranslation } from "./label-translation.ts";
import { findNamedTowns } from "./places.store.ts";

let atlas: Awaited<ReturnType<typeof openPlacesServer>>;
let translate: TranslateLabel;
beforeAll(async () => {
  atlas = await openPlacesServer();
  translate = createLabelTranslation(await findNamedTowns(atlas.ctx.db));
}, 60_000);
afterAll(() => atlas.close());

const MUNICH = { lat: 48.137, lng: 11.575 };

test("a stored label is read in every language, from whichever language it was stored in", () => {
  const labels = [
    "Munich, Germany",
    "München, Deutschland",
    "Munich, Allemagne",
    "Múnich, Alemania",
    "ميونخ، ألمانيا",
  ];
  for (const label of labels)
    expect(LANGUAGES.map((language) => translate({ label, ...MUNICH }, language))).toEqual(labels);
});

test("what stands before the town is the host's own text", () => {
  expect(translate({ label: "Hauptbahnhof, München, Germany", ...MUNICH }, "es")).toBe(
    "Hauptbahnhof, Múnich, Alemania",
  );
  expect(
    translate({ label: "Marktgasse 3, Rosenheim, Germany", lat: 47.856, lng: 12.129 }, "fr"),
  ).toBe("Marktgasse 3, Rosenheim, Allemagne");
});

test("a town of the same name elsewhere keeps its name", () => {
  expect(translate({ label: "München, Germany", lat: 51.53, lng: 13.31 }, "fr")).toBe(
    "München, Allemagne",
  );
});

test("without a position, a town is translated if its name says which one it is", () => {
  expect(translate({ label: "München, Germany" }, "fr")).toBe("Munich, Allemagne");
  const town = { name: "Müllheim", country: "DE", lng: 8 };
  const ambiguous = createLabelTranslation([
    { ...town, lat: 48, local_names: "en=Mullheim" },
    { ...town, lat: 51, local_names: "en=Muellheim" },
  ]);
  expect(ambiguous({ label: "Müllheim, Deutschland" }, "en")).toBe("Müllheim, Germany");
  expect(ambiguous({ label: "Müllheim, Deutschland", lat: 51, lng: 8 }, "en")).toBe(
    "Muellheim, Germany",
  );
});

test("other texts stay as they are", () => {
  for (const label of [
    "Cologne",
    "At the blue door",
    "48.13743, 11.57549",
    "Munich",
    "Behind Germany, left",
  ])
    expect(translate({ label, ...MUNICH }, "de")).toBe(label);
});
