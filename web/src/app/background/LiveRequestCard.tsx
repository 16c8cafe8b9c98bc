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
import { formatDistance } from "#shared/formatting/format.ts";
import { distanceM } from "#shared/geo/great-circle.ts";
import { closeIncomingRequest, type IncomingRequest } from "#shared/live/incoming-request.ts";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Link } from "#shared/ui/Link.tsx";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { pressedKey } from "#shared/ui/keyboard.ts";
import { newestNotifications } from "../live/missed-request.ts";

/** A request that just arrived for a driver who is online, above any open screen. */
export function LiveRequestCard({ incoming }: { incoming: IncomingRequest }) {
  if (incoming.kind === "seat-request")
    return <NewSeatRequest key={incoming.id} id={incoming.id} />;
  const { notificationId } = incoming;
  if (incoming.kind === "accepted")
    return <AcceptedOffer key={notificationId} notificationId={notificationId} />;
  return <NewAddressedRequest key={notificationId} notificationId={notificationId} />;
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

function NewAddressedRequest({ notificationId }: { notificationId: string }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const notification = useNotification(notificationId);
  const requestId = REQUEST_PATH.exec(notification?.path ?? "")?.[1];
  const request = useQuery({
    ...rideRequestById(requestId ?? ""),
    enabled: requestId !== undefined,
  }).data;
  const own = useQuery(ownActiveDriver).data;
  if (!request || request.status !== "open" || pathname === `/requests/${request.id}`) return null;
  // The start is approximate, so a smaller distance is never shown.
  const awayText = own
    ? t`about ${formatDistance(Math.max(APPROXIMATE_M, distanceM(own, request.origin)))} away`
    : undefined;
  return (
    <Card announcement={t`${request.seeker.displayName} asks you for a ride.`}>
      <AddressedRequest
        request={request}
        awayText={awayText}
        own={own}
        onClose={closeIncomingRequest}
      />
    </Card>
  );
}

/** A notification that arrived a moment ago. */
const useNotification = (notificationId: string) =>
  useQuery(newestNotifications).data?.items.find(({ id }) => id === notificationId);

/** The seeker has accepted: the driver sees where to go. */
function AcceptedOffer({ notificationId }: { notificationId: string }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const notification = useNotification(notificationId);
  if (!notification || pathname.startsWith(notification.path)) return null;
  const { title, text, path } = notification;
  return (
    <Card title={title} announcement={title}>
      <p className="text-ink-2 wrap-anywhere">{text}</p>
      <div className="flex gap-2">
        <Link
          to={`${path}/drive`}
          className={`${buttonClasses()} flex-1`}
          onClick={closeIncomingRequest}
        >
          {t`Start driving`}
        </Link>
        <Button variant="line" className="flex-1" onClick={closeIncomingRequest}>
          {t`Later`}
        </Button>
      </div>
    </Card>
  );
}

interface CardProps {
  readonly title?: string | undefined;
  readonly announcement: string;
  readonly children: ReactNode;
}

/** Frame of the card, which is heard and announced once. It never takes the focus: the driver may be typing. */
function Card({ title, announcement, children }: CardProps) {
  const { t } = useLingui();
  const heading = title ?? t`New request`;
  // Screen readers announce only text that appears in a region they know.
  const [announced, setAnnounced] = useState("");
  useEffect(() => {
    signalRequest();
    const timer = setTimeout(setAnnounced, 100, announcement);
    return () => clearTimeout(timer);
  }, [announcement]);
  return (
    <section
      aria-label={heading}
      onKeyDown={(event) => {
        if (pressedKey(event) === "Escape") closeIncomingRequest();
      }}
      className="fixed inset-x-3 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-40 mx-auto grid max-h-[70dvh] max-w-md gap-2 overflow-y-auto rounded-lg border border-brand bg-surface p-3 text-ink shadow-3 lg:bottom-5"
    >
      <p role="status" className="sr-only">
        {announced}
      </p>
      <div className="flex items-center">
        <h2 className="min-w-0 flex-1 font-bold">{heading}</h2>
        <IconButton icon="close" label={t`Close`} onClick={closeIncomingRequest} />
      </div>
      {children}
    </section>
  );
}
