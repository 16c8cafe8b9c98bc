import { expect, test } from "vitest";
import { toPlaceChoice, type PlaceChoice } from "#shared/places/place-choice.ts";
import { renderScreen } from "#shared/test/render-screen.tsx";
import { draftFromRide, toRidePayload } from "../draft/ride-payload.ts";
import { testRide as ride } from "../test-data.ts";
import { ExactLocationField } from "./RouteStep.tsx";

const at = { label: "Rua 7", lat: 38.72, lng: -9.14 };
const renderField = (place: NonNullable<PlaceChoice["place"]>) =>
  renderScreen(
    <ExactLocationField label="Show" choice={toPlaceChoice(place)} onChange={() => undefined} />,
    "/host",
    {
      queryKey: ["none"],
      data: null,
    },
  );

test("offers to show the exact place for an address or a pin, but not for a town or station", async () => {
  for (const placeId of [null, "osm:W1:38.72000:-9.14000"]) {
    const html = await renderField({ ...at, placeId });
    expect(html).toContain("only your passengers see it");
    expect(html).not.toContain("checked");
  }
  expect(await renderField({ ...at, shown: "exact" })).toContain("checked");
  for (const placeId of ["gn:2267057", "poi:N1:38.72000:-9.14000"])
    expect(await renderField({ ...at, placeId })).not.toContain("only your");
});

test("sends the choice and restores it on editing", () => {
  const exactRide = { ...ride, origin: { ...ride.origin, shown: "exact" as const } };
  expect(toRidePayload(draftFromRide(exactRide), exactRide).origin).toEqual(exactRide.origin);
  expect(toRidePayload(draftFromRide(ride), ride).origin).toEqual(ride.origin);
});
