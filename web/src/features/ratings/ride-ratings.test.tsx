import { expect, test } from "vitest";
import { renderScreen } from "#shared/test/render-screen.tsx";
import { RideRatings } from "./RideRatings.tsx";
import { ratingsOnRide } from "./ratings.queries.ts";

const rideId = "00000000-0000-7000-8000-000000000001";
const person = {
  uid: "00000000-0000-7000-8000-0000000000ad",
  displayName: "Amara O.",
  initials: "AO",
  photo: null,
  rating: { mean: null, count: 0 },
  reliability: null,
};
const waiting = { person, open: false, given: null, received: null };

test("a cancelled ride does not ask how it was", async () => {
  const fixture = { queryKey: ratingsOnRide(rideId).queryKey, data: { items: [waiting] } };
  expect(await renderScreen(<RideRatings rideId={rideId} />, "/", fixture)).toContain(
    "How was the ride?",
  );
  const cancelled = await renderScreen(<RideRatings rideId={rideId} cancelled />, "/", fixture);
  expect(cancelled).not.toContain("How was the ride?");
  expect(cancelled).not.toContain("Amara O.");
});
