import { HOUR_MS } from "@commonlane/contract/durations";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { QueryClient } from "@tanstack/react-query";
import { conversation, conversations, messages } from "#features/chat/chat.queries.ts";
import { requestsOfRide } from "#features/seat-requests/seat-requests.queries.ts";
import { tripSafetyOf } from "#features/trip-safety/trip-safety.queries.ts";
import {
  contactsOfRide,
  tripOutcomesOfRide,
} from "#features/trip-outcomes/trip-outcomes.queries.ts";
import { findWayHome } from "#features/transit/transit.queries.ts";
import { ownUpcomingSeatRequests, rideById, ridesOfHost } from "#features/rides/rides.queries.ts";
import { ownSeatRequestsForRide } from "#shared/seats/own-seat-requests.ts";

/** Number of conversations and rides fetched before the user opens them. */
const MAX_PREFETCHED = 5;
/** Rides this close to pickup are stored with PIN, phone numbers and emergency help. */
const SOON_MS = 48 * HOUR_MS;

/** Fetches what a user needs without a network, unless it was fetched recently. */
export async function prefetchOfflineData(queries: QueryClient, uid: string): Promise<void> {
  const [chats, seatRequests, hosted] = await Promise.all([
    queries.fetchInfiniteQuery(conversations),
    queries.fetchQuery(ownUpcomingSeatRequests()),
    queries.fetchQuery(ridesOfHost(uid)).catch(() => undefined),
  ]);
  for (const chat of chats.pages.flatMap(({ items }) => items).slice(0, MAX_PREFETCHED)) {
    queries.setQueryData(conversation(chat.id).queryKey, (cached) => cached ?? chat);
    await queries.prefetchInfiniteQuery(messages(chat.id));
  }
  await prefetchBookings(queries, seatRequests.items);
  await prefetchDrives(queries, hosted?.items ?? []);
}

/** Fetches what a host needs on the road: ride, stops, phone numbers and whose PIN is open. */
async function prefetchDrives(queries: QueryClient, rides: readonly Ride[]): Promise<void> {
  const soon = rides
    .filter(({ status, departsAt }) => status !== "cancelled" && isSoon(departsAt))
    .slice(0, MAX_PREFETCHED);
  for (const { id } of soon) {
    await queries.prefetchQuery(rideById(id));
    await queries.prefetchInfiniteQuery(requestsOfRide(id, "accepted"));
    await queries.prefetchQuery(tripOutcomesOfRide(id));
    await queries.prefetchQuery(contactsOfRide(id));
    await queries.prefetchQuery(tripSafetyOf(id));
  }
}

function isSoon(startsAt: string): boolean {
  return Date.parse(startsAt) - Date.now() <= SOON_MS;
}

/** Fetches all that the pages of the next bookings show: ride, seat, way home, PIN, contacts and help. */
export async function prefetchBookings(
  queries: QueryClient,
  seatRequests: readonly SeatRequest[],
): Promise<void> {
  const bookings = seatRequests
    .filter(({ status }) => status === "accepted")
    .slice(0, MAX_PREFETCHED);
  for (const { rideId, pickup, dropoff, pickupAt, dropoffAt } of bookings) {
    const ride = await queries.fetchQuery(rideById(rideId)).catch(() => undefined);
    await queries.prefetchQuery(ownSeatRequestsForRide(rideId));
    if (ride) {
      const { timeZone } = ride;
      const wayHome = {
        rideId,
        from: dropoff,
        to: pickup,
        arrivesAt: dropoffAt,
        timeZone,
      };
      await queries.prefetchQuery(findWayHome(wayHome));
    }
    if (!isSoon(pickupAt)) continue;
    await queries.prefetchQuery(tripOutcomesOfRide(rideId));
    await queries.prefetchQuery(contactsOfRide(rideId));
    await queries.prefetchQuery(tripSafetyOf(rideId));
  }
}
