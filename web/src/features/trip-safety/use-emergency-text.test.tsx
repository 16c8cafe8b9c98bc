import type { Ride } from "@commonlane/contract/rides";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { useEmergencyText } from "./EmergencyDialog.tsx";

i18n.loadAndActivate({ locale: "en-GB", messages: {} });

type EmergencyRide = Parameters<typeof useEmergencyText>[0];

const place = (label: string) => ({ label, lat: 48, lng: 7.8 });
const ride: Pick<Ride, "origin" | "destination" | "departsAt" | "timeZone"> & {
  host: Pick<Ride["host"], "displayName">;
} = {
  host: { displayName: "Amara S." },
  origin: place("Freiburg"),
  destination: place("Köln"),
  departsAt: "2026-01-01T06:45:00Z",
  timeZone: "Europe/Berlin",
};

test("names position, trip and driver, with one full stop each", () => {
  expect(render({ ...ride, vehicle: null })).toBe(
    "I need help. I'm at 48.50000, 7.90000. I'm travelling from Freiburg to Köln, departed at 07:45. Driver: Amara S.",
  );
});

function render(given: EmergencyRide): string {
  const Text = () => useEmergencyText(given, { lat: 48.5, lng: 7.9 });
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Text />
    </I18nProvider>,
  ).replaceAll("&#x27;", "'");
}
