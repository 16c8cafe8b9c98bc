import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { entireRide } from "../ride-segment.ts";
import { BONN, KARLSRUHE, testRide } from "../test-data.ts";
import { buildTimeline } from "./ride-timeline.ts";
import { RideTimeline } from "./RideTimeline.tsx";

i18n.loadAndActivate({ locale: "en", messages: {} });

test("shows the free seats of every leg, also of a single one", () => {
  expect(legs(1, [1, 0])).toEqual(["1 of 1 seat free", "No seats free"]);
  expect(legs(3, [3, 1])).toEqual(["3 of 3 seats free", "1 of 3 seats free"]);
});

function legs(seatsTotal: number, seatsLeftByLeg: number[]) {
  const ride = testRide("ride", { seatsTotal, seatsLeftByLeg });
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <RideTimeline
        shownPoint={undefined}
        onShow={() => undefined}
        ride={ride}
        segment={entireRide(ride, 1)}
        showSeats
      />
    </I18nProvider>,
  );
  return html.match(/[^>]*\bfree(?=<)/g);
}

test("no point comes before the one above: the detour for the viewer delays the later ones", () => {
  const ride = testRide("ride", { stops: [] });
  const timed = { ...ride, eta: ["2026-11-21T06:45:00.000Z", "2026-11-21T07:08:00.000Z"] };
  const segment = {
    ...entireRide(ride, 1),
    isEntireRide: false,
    pickup: KARLSRUHE,
    dropoff: BONN,
    pickupAt: "2026-11-21T06:56:00.000Z",
    dropoffAt: "2026-11-21T07:16:00.000Z",
    detourS: 550,
  };
  const times = buildTimeline(timed, segment).map(({ at }) => at.slice(11, 16));
  expect(times).toEqual(["06:45", "06:56", "07:16", "07:17"]);
});
