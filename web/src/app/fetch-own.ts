import { DAY_MS } from "@commonlane/contract/durations";
import type { QueryClient } from "@tanstack/react-query";
import { conversation, conversations, messages } from "#features/chat/chat.queries.ts";
import { onTheWayOn } from "#features/on-the-way/on-the-way.queries.ts";
import { contactsOn, passagesOn } from "#features/passages/passages.queries.ts";
import { oneRide, ownSeatRequests, ridesOfHost } from "#features/rides/rides.queries.ts";

/** So many conversations and rides are fetched before anybody opens them. */
const MOST = 5;
/** So soon before the pickup also what is needed there: the PIN, a number to call, help. */
const SOON_MS = DAY_MS;

/** Reads what somebody will want to have with them where there is no network, as far as it was not read just now. */
export async function fetchOwn(queries: QueryClient, uid: string): Promise<void> {
  const [chats, asked] = await Promise.all([
    queries.fetchInfiniteQuery(conversations),
    queries.fetchQuery(ownSeatRequests()),
    queries.prefetchQuery(ridesOfHost(uid)),
  ]);
  for (const chat of chats.pages.flatMap(({ items }) => items).slice(0, MOST)) {
    queries.setQueryData(conversation(chat.id).queryKey, (known) => known ?? chat);
    await queries.prefetchInfiniteQuery(messages(chat.id));
  }
  const aboard = asked.items.filter(({ status }) => status === "accepted").slice(0, MOST);
  for (const { rideId, pickupAt } of aboard) {
    await queries.prefetchQuery(oneRide(rideId));
    if (Date.parse(pickupAt) - Date.now() > SOON_MS) continue;
    await queries.prefetchQuery(passagesOn(rideId));
    await queries.prefetchQuery(contactsOn(rideId));
    await queries.prefetchQuery(onTheWayOn(rideId));
  }
}
