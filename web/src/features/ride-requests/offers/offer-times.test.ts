import { expect, test } from "vitest";
import { offerTimes } from "./OfferColumn.tsx";

const offer = {
  departsAt: "2026-01-02T06:00:00.000Z",
  pickupAt: "2026-01-02T06:00:00.000Z",
  dropoffAt: "2026-01-02T09:33:00.000Z",
};

test("the times of an offer are marked as estimates unless they follow roads; a pickup at departure is exact", () => {
  expect(offerTimes({ ...offer, routed: true }, "UTC")).toEqual({
    picksUp: "06:00",
    arrives: "09:33",
  });
  expect(offerTimes({ ...offer, routed: false }, "UTC")).toEqual({
    picksUp: "06:00",
    arrives: "≈\u00A009:33",
  });
});
