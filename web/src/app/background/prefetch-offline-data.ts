import { DAY_MS } from "@commonlane/contract/durations";
import type { QueryClient } from "@tanstack/react-query";
import { conversation, conversations, messages } from "#features/chat/chat.queries.ts";
import { tripSafetyOf } from "#features/trip-safety/trip-safety.queries.ts";
import {
  contactsOfRide,
  tripOutcomesOfRide,
} from "#features/trip-outcomes/trip-outcomes.queries.ts";
import { rideById, ownUpcomingSeatRequests, ridesOfHost } from "#features/rides/rides.queries.ts";

/** Number of conversations and rides fetched before the user opens them. */
const MAX_PREFETCHED = 5;
/** Rides this close to pickup are stored with PIN, phone numbers and emergency help. */
const SOON_MS = DAY_MS;

/** Fetches what a user needs without a network, unless it was fetched recently. */
export async function prefetchOfflineData(queries: QueryClient, uid: string): Promise<void> {
  const [chats, seatRequests] = await Promise.all([
    queries.fetchInfiniteQuery(conversations),
    queries.fetchQuery(ownUpcomingSeatRequests()),
    queries.prefetchQuery(ridesOfHost(uid)),
  ]);
  for (const chat of chats.pages.flatMap(({ items }) => items).slice(0, MAX_PREFETCHED)) {
    queries.setQueryData(conversation(chat.id).queryKey, (cached) => cached ?? chat);
    await queries.prefetchInfiniteQuery(messages(chat.id));
  }
  const bookings = seatRequests.items
    .filter(({ status }) => status === "accepted")
    .slice(0, MAX_PREFETCHED);
  for (const { rideId, pickupAt } of bookings) {
    await queries.prefetchQuery(rideById(rideId));
    if (Date.parse(pickupAt) - Date.now() > SOON_MS) continue;
    await queries.prefetchQuery(tripOutcomesOfRide(rideId));
    await queries.prefetchQuery(contactsOfRide(rideId));
    await queries.prefetchQuery(tripSafetyOf(rideId));
  }
}
