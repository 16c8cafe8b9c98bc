import { DRIVER_VISIBLE_BEFORE_S } from "@commonlane/contract/limits";
import type { Ride } from "@commonlane/contract/rides";
import { useQuery } from "@tanstack/react-query";
import { ownSeatRequestsForRide } from "#shared/seats/own-seat-requests.ts";
import { tripOutcomesOfRide } from "#features/trip-outcomes/trip-outcomes.queries.ts";
import { DriverApproachCard } from "#features/trip-safety/driver/DriverApproachCard.tsx";
import { useNow } from "#shared/use-now.ts";

/** The driver on the way to a passenger with a seat, from half an hour before the pickup until they are picked up. */
export function DriverOnTheWay({ ride }: { ride: Ride }) {
  const nowMs = useNow();
  const requests = useQuery(ownSeatRequestsForRide(ride.id)).data?.items ?? [];
  const seat = requests.find(({ status, reserved }) => status === "accepted" && !reserved);
  const outcomes = useQuery(tripOutcomesOfRide(ride.id)).data?.items ?? [];
  if (!seat) return null;

  const isPickedUp = outcomes.some(({ id, pickedUpAt }) => id === seat.id && pickedUpAt !== null);
  const isSoon = Date.parse(seat.pickupAt) - nowMs <= DRIVER_VISIBLE_BEFORE_S * 1000;
  const isOver = Date.parse(seat.dropoffAt) <= nowMs;
  if (isPickedUp || !isSoon || isOver) return null;
  return <DriverApproachCard ride={ride} pickup={seat.pickup} />;
}
