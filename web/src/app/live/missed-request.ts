import { notifications } from "@commonlane/contract/notifications";
import type { QueryClient } from "@tanstack/react-query";
import { isSharingPosition } from "#features/active-drivers/position/position-source.ts";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { noticeIncomingRequest } from "#shared/live/incoming-request.ts";

/** Enough to find a notification that arrived a moment ago. */
const NEWEST = 20;
/** An older request is found in the notifications, and does not interrupt. */
const RECENT_MS = 120_000;

/** The newest notifications, read again whenever one arrives. */
export const newestNotifications = endpointQuery(
  notifications.list,
  { query: { limit: NEWEST } },
  { staleTime: 0 },
);

/**
 * Notices the newest unread request to a driver who is online, if its event was missed: a driver can be online before
 * the page receives live events.
 */
export async function noticeMissedRequest(queries: QueryClient, uid: string): Promise<void> {
  if (!isSharingPosition(uid)) return;
  const { items } = await queries.fetchQuery(newestNotifications);
  const sinceMs = Date.now() - RECENT_MS;
  const missed = items.filter(
    ({ readAt, createdAt }) => readAt === null && Date.parse(createdAt) > sinceMs,
  );

  // The newest comes first, and the last that is noticed is shown.
  for (const notification of missed.toReversed())
    noticeIncomingRequest({ type: "notification.created", notification }, uid);
}
