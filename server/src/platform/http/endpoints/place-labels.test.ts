import { expect, test } from "vitest";
import { mapPlaceLabels } from "./serialized-reply.ts";

test("maps the labels of places at every depth, and nothing else", () => {
  const place = { label: "a", lat: 1, lng: 2 };
  const reply = {
    label: "kept",
    items: [{ origin: place, stops: [place], note: null, at: "x" }],
    vehicle: { label: "v" },
  };
  const shown = { label: "A", lat: 1, lng: 2 };
  expect(mapPlaceLabels(reply, ({ label }) => label.toUpperCase())).toEqual({
    label: "kept",
    items: [{ origin: shown, stops: [shown], note: null, at: "x" }],
    vehicle: { label: "v" },
  });
  expect(reply.items[0]?.origin).toEqual(place);
});
