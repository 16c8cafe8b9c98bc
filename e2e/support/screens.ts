import type { Page } from "@playwright/test";
import { type Account, signUp, testPerson } from "./people.ts";
import { tomorrow } from "./places.ts";
import type { World } from "./test.ts";

const place = (id: number, label: string, lat: number, lng: number) => ({
  placeId: `gn:${id}`,
  label: `${label}, Germany`,
  lat,
  lng,
});
export const towns = {
  freiburg: place(2925177, "Freiburg im Breisgau", 47.9959, 7.8522),
  karlsruhe: place(2892794, "Karlsruhe", 49.0094, 8.4044),
  mainz: place(2874225, "Mainz", 49.9842, 8.2791),
  koeln: place(2886242, "Cologne", 50.9331, 6.95),
};

export interface Scene {
  /** Pages of the host, of a passenger with a pending request, and of a new member. */
  readonly host: Page;
  readonly passenger: Page;
  readonly stranger: Page;
  readonly rideId: string;
}

/** Three users with a ride, a pending request and an accepted one. */
export async function createRideScene(
  { browserOf }: World,
  options: Parameters<World["browserOf"]>[0],
): Promise<Scene> {
  const host = await browserOf(options);
  const passenger = await browserOf(options);
  const stranger = await browserOf(options);
  const amara = await signUp(host, testPerson("Amara", "Okafor"));
  const jonas = await signUp(passenger, testPerson("Jonas", "Weber"));
  await signUp(stranger, testPerson("Mei", "Chen"));
  // A long name, which makes a page wider than a phone if it does not wrap.
  const car = {
    make: "Volkswagen",
    model: "Caddy Maxi California Ocean",
    colour: "light grey",
    plate: "FR CL 2026",
    seats: 5,
  };
  await amara.call("firebase-auth/update-profile", { vehicles: [car] });
  const { vehicles } = await amara.read<{ vehicles: { id: string }[] }>("firebase-auth/profile");
  const vehicleId = vehicles[0]?.id;
  const rideId = await hostRide(amara, "06:45", { vehicleId });
  const seatRequest = await jonas.call(`rides/${rideId}/request`, {
    seats: 1,
    message: "One rucksack.",
    dropoff: towns.mainz,
  });
  await amara.call(`rides/${rideId}/requests/${seatRequest.id}/accept`, {});
  const another = await hostRide(amara, "14:00", { vehicleId });
  await jonas.call(`rides/${another}/request`, { seats: 2, pickup: towns.karlsruhe });
  return { host, passenger, stranger, rideId };
}

/** Hosts Freiburg to Cologne by Mainz tomorrow, at an hour in UTC. */
export async function hostRide(host: Account, at: string, overrides: object = {}): Promise<string> {
  const { id } = await host.call("rides", {
    origin: towns.freiburg,
    stops: [towns.mainz],
    destination: towns.koeln,
    departsAt: `${tomorrow()}T${at}:00Z`,
    seatsTotal: 3,
    contribution: { amountMinor: 1800, currency: "EUR" },
    note: "Leaving from the car park behind the main station.",
    ...overrides,
  });
  return id;
}

/** The URL of a search that finds the ride. */
export const searchAddress = (screen: "home" | "seek"): string => {
  const end = ({ label, lat, lng }: (typeof towns)[keyof typeof towns]) => `${lat},${lng},${label}`;
  const query = new URLSearchParams({
    from: end(towns.karlsruhe),
    to: end(towns.koeln),
    on: tomorrow(),
  });
  return `/${screen}?${query.toString()}`;
};
