import { DAY_MS } from "@commonlane/contract/durations";
import type { QueryClient } from "@tanstack/react-query";
import { conversation, conversations, messages } from "#features/chat/chat.queries.ts";
import { tripSafetyOf } from "#features/trip-safety/trip-safety.queries.ts";
import { contactsOfRide, tripOutcomesOfRide } from "#features/trip-outcomes/trip-outcomes.queries.ts";
import { rideById, ownUpcomingSeatRequests, ridesOfHost } from "#features/rides/rides.queries.ts";

/** So many conversations and rides are fetched before anybody opens them. */
const MAX_PREFETCHED = 5;
/** So soon before the pickup also what is needed there: the PIN, a number to call, help. */
const SOON_MS = DAY_MS;

/** Reads what somebody will want to have with them where there is no network, as far as it was not read just now. */
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
  const bookings = seatRequests.items.filter(({ status }) => status === "accepted").slice(0, MAX_PREFETCHED);
  for (const { rideId, pickupAt } of bookings) {
    await queries.prefetchQuery(rideById(rideId));
    if (Date.parse(pickupAt) - Date.now() > SOON_MS) continue;
    await queries.prefetchQuery(tripOutcomesOfRide(rideId));
    await queries.prefetchQuery(contactsOfRide(rideId));
    await queries.prefetchQuery(tripSafetyOf(rideId));
  }
}
