import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { entireRide } from "../ride-segment.ts";
import { RideTimeline } from "./RideTimeline.tsx";
import { testRide } from "../test-data.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });

test("[ours/words:one] shows the free seats of every leg, also of a single one", () => {
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
