import type { Ride, RideFound, RideMissed } from "@commonlane/contract/rides";
import { towns } from "./journeys.ts";
import type { Person, World } from "./world.ts";

interface List<Item> {
  items: Item[];
}

const near = { fromLat: 49.02, fromLng: 8.42, toLat: towns.bonn.lat, toLng: towns.bonn.lng };
const day = { departsAfter: "2026-01-02T00:00:00.000Z", departsBefore: "2026-01-02T23:00:00.000Z" };

/** All that somebody is told of a ride by the calls that show rides. */
export async function toldOf(world: World, as: Person, rideId: string, hostId: string) {
  const get = async <Body>(path: string, query = {}) => (await world.call<Body>("GET", path, { as, query })).body;
  const found = (await get<List<RideFound>>("/rides/search", { ...near, ...day })).items;
  const missed = await get<List<RideMissed>>("/rides/search/near-misses", {
    ...near,
    departsAfter: "2026-01-02T07:30:00Z",
    departsBefore: "2026-01-02T08:00:00Z",
  });
  const ofRides = [
    ...(await get<List<Ride>>("/rides/all", { limit: 100 })).items,
    ...(await get<List<Ride & { distanceKm: number }>>("/rides/nearby", { lat: 49, lng: 8.4, limit: 100 })).items,
    ...(await get<List<Ride>>(`/rides/my/${hostId}`)).items,
    await get<Ride>(`/rides/${rideId}`),
  ];
  return {
    rides: ofRides.filter(({ id }) => id === rideId),
    found: found.filter(({ ride }) => ride.id === rideId),
    missed: missed.items.filter(({ ride }) => ride.id === rideId),
  };
}

/** Without what two rides that are told alike may differ in. */
export const alike = (told: unknown, { rideId, driver }: { rideId: string; driver: Pick<Person, "uid"> }): unknown =>
  JSON.parse(
    JSON.stringify(told)
      .replaceAll(rideId, "RIDE")
      .replaceAll(driver.uid, "HOST")
      .replaceAll(/"createdAt":"[^"]*"/g, '"createdAt":""'),
  );
