import { notifications } from "@commonlane/contract/notifications";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { ownActiveDriver } from "#features/active-drivers/active-drivers.queries.ts";
import { signalRequest } from "#features/active-drivers/sound/request-sound.ts";
import { AddressedRequest } from "#features/ride-requests/live/AddressedRequest.tsx";
import { rideRequestById } from "#features/ride-requests/ride-requests.queries.ts";
import { PendingRequest } from "#features/seat-requests/list/PendingRequest.tsx";
import { RideLine } from "#features/seat-requests/list/RideLine.tsx";
import { incomingRequests } from "#features/seat-requests/seat-requests.queries.ts";
import { call } from "#shared/api/api-client.ts";
import { formatDistance } from "#shared/formatting/format.ts";
import { distanceM } from "#shared/geo/great-circle.ts";
import { closeIncomingRequest, type IncomingRequest } from "#shared/live/incoming-request.ts";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { pressedKey } from "#shared/ui/keyboard.ts";

/** A request that just arrived for a driver who is online, above any open screen. */
export function LiveRequestCard({ incoming }: { incoming: IncomingRequest }) {
  return incoming.kind === "seat-request" ? (
    <NewSeatRequest key={incoming.id} id={incoming.id} />
  ) : (
    <NewAddressedRequest key={incoming.notificationId} notificationId={incoming.notificationId} />
  );
}

function NewSeatRequest({ id }: { id: string }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const { data } = useInfiniteQuery(incomingRequests("pending"));
  const request = data?.pages.flatMap(({ items }) => items).find((one) => one.id === id);
  // These screens show it themselves; an answered request disappears.
  if (!request || pathname === "/requests" || pathname === `/rides/${request.rideId}`) return null;
  return (
    <Card announcement={t`${request.seeker.displayName} asks for a seat on your ride.`}>
      <RideLine ride={request.ride} />
      <PendingRequest request={request} ride={request.ride} />
    </Card>
  );
}

const REQUEST_PATH = /^\/requests\/([\w-]+)$/;
const APPROXIMATE_M = 500;
/** Enough to find a notification that arrived a moment ago. */
const NEWEST = 20;

function NewAddressedRequest({ notificationId }: { notificationId: string }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const requestId = useQuery({
    queryKey: ["notifications", "request-of", notificationId],
    queryFn: async ({ signal }) => {
      const { items } = await call(notifications.list, { query: { limit: NEWEST } }, { signal });
      const notification = items.find(({ id }) => id === notificationId);
      return REQUEST_PATH.exec(notification?.path ?? "")?.[1] ?? null;
    },
  }).data;
  const request = useQuery({
    ...rideRequestById(requestId ?? ""),
    enabled: typeof requestId === "string",
  }).data;
  const own = useQuery(ownActiveDriver).data;
  if (!request || request.status !== "open" || pathname === `/requests/${request.id}`) return null;
  // The start is approximate, so a smaller distance is never shown.
  const awayText = own
    ? t`about ${formatDistance(Math.max(APPROXIMATE_M, distanceM(own, request.origin)))} away`
    : undefined;
  return (
    <Card announcement={t`${request.seeker.displayName} asks you for a ride.`}>
      <AddressedRequest request={request} awayText={awayText} onClose={closeIncomingRequest} />
    </Card>
  );
}

/** Frame of the card, which is heard and announced once. It never takes the focus: the driver may be typing. */
function Card({ announcement, children }: { announcement: string; children: ReactNode }) {
  const { t } = useLingui();
  // Screen readers announce only text that appears in a region they know.
  const [announced, setAnnounced] = useState("");
  useEffect(() => {
    signalRequest();
    const timer = setTimeout(setAnnounced, 100, announcement);
    return () => clearTimeout(timer);
  }, [announcement]);
  return (
    <section
      aria-label={t`New request`}
      onKeyDown={(event) => {
        if (pressedKey(event) === "Escape") closeIncomingRequest();
      }}
      className="fixed inset-x-3 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-40 mx-auto grid max-h-[70dvh] max-w-md gap-2 overflow-y-auto rounded-lg border border-brand bg-surface p-3 text-ink shadow-3 lg:bottom-5"
    >
      <p role="status" className="sr-only">
        {announced}
      </p>
      <div className="flex items-center">
        <h2 className="min-w-0 flex-1 font-bold">{t`New request`}</h2>
        <IconButton icon="close" label={t`Close`} onClick={closeIncomingRequest} />
      </div>
      {children}
    </section>
  );
}
