import type { FollowedRide, RideShare } from "@commonlane/contract/on-the-way";
import type { PublicPerson } from "@commonlane/contract/profiles";
import { maskPlace, maskVehicle } from "#modules/safety/index.ts";
import type { ShareRow } from "./shares.store.ts";
import type { Traveller } from "./travellers.store.ts";
import { ownLine, ownPoints } from "./whereabouts.ts";

export const viewShare = ({ id, created_at, opened_at }: ShareRow): RideShare => ({
  id,
  createdAt: created_at.toISOString(),
  openedAt: opened_at?.toISOString() ?? null,
});

/**
 * What whoever has a link sees of a ride: the part that its giver travels, the host by first name and initial, and the
 * vehicle with its plate, which is what one would tell the police. Nobody else aboard, no phone, no note, no seats.
 */
export function viewFollowed(
  traveller: Traveller,
  { sharer, host }: { readonly sharer: PublicPerson; readonly host: PublicPerson },
): Omit<Extract<FollowedRide, { state: "open" }>, "position" | "endsAt"> {
  const { vehicle, time_zone, status } = traveller;
  return {
    state: "open",
    sharer: sharer.displayName,
    host: host.displayName,
    sharerHosts: sharer.uid === host.uid,
    vehicle: vehicle && maskVehicle(vehicle, false),
    points: ownPoints(traveller).map(({ label, lat, lng, at }) => ({
      ...maskPlace({ label, lat, lng }, false),
      eta: at.toISOString(),
    })),
    polyline: ownLine(traveller),
    timeZone: time_zone,
    status,
  };
}
