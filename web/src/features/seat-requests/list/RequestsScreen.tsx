import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { MessageButton } from "#shared/chat/MessageButton.tsx";
import { formatDay, formatTime } from "#shared/formatting/format.ts";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { CancelRequestDialog } from "../CancelRequestDialog.tsx";
import { isActive, isUnconfirmed } from "../request-status.ts";
import { ConfirmChange } from "../request/ConfirmChange.tsx";
import { RequestReason } from "../RequestNotes.tsx";
import { RequestSegment } from "../RequestSegment.tsx";
import { ownRequests } from "../seat-requests.queries.ts";
import { SeatRequestStatusPill } from "../SeatRequestStatusPill.tsx";
import { IncomingList } from "./IncomingList.tsx";

export interface RequestsScreenProps {
  /** How many requests and offers of others need an answer in these tabs. */
  pending: {
    readonly incoming: number;
    readonly posted: number;
  };
  /** Ride requests that the viewer posted. */
  postedRequests: ReactNode;
  /** Offers that the viewer made. */
  offers: ReactNode;
  /** The tab to open: where something waits. */
  firstTab: RequestsTab;
}

const TABS = ["incoming", "sent", "posted", "offers"] as const;
export type RequestsTab = (typeof TABS)[number];

/** Incoming and sent seat requests; other features fill the other tabs. */
export function RequestsScreen({ pending, postedRequests, offers, firstTab }: RequestsScreenProps) {
  const { t } = useLingui();
  const [search, setSearch] = useSearchParams();
  const selectedTab = TABS.find((tab) => tab === search.get("show")) ?? firstTab;
  const tabContents = {
    incoming: <IncomingList />,
    sent: <SentList />,
    posted: postedRequests,
    offers,
  };
  useTitle(t`Requests`);
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-3 px-(--gutter) py-4 sm:gap-5 sm:py-6">
      <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{t`Requests`}</h1>
      <SegmentedChoice
        label={t`Type of request`}
        hideLabel
        value={selectedTab}
        options={[
          {
            value: "incoming",
            label: t`For my rides`,
            icon: "inbox",
            count: pending.incoming,
          },
          {
            value: "sent",
            label: t`Sent by me`,
            icon: "send",
          },
          {
            value: "posted",
            label: t`Ride requests`,
            icon: "hand",
            count: pending.posted,
          },
          {
            value: "offers",
            label: t`My offers`,
            icon: "car",
          },
        ]}
        onChange={(show) => setSearch({ show }, { replace: true })}
      />
      {tabContents[selectedTab]}
    </div>
  );
}

/** Seat requests that the viewer sent, newest first. */
function SentList() {
  const { t } = useLingui();
  const query = useInfiniteQuery(ownRequests);
  const { data } = query;
  if (!data) return <NotLoaded query={query} />;
  const requests = data.pages.flatMap(({ items }) => items);
  if (requests.length === 0) {
    return (
      <EmptyState
        title={t`You haven't asked for a seat yet`}
        action={
          <Link to="/seek" className={buttonClasses()}>
            {t`Find a ride`}
          </Link>
        }
      >
        {t`Find a ride along your route and ask the host for a seat.`}
      </EmptyState>
    );
  }
  return (
    <>
      <h2 className="sr-only">{t`Sent by me`}</h2>
      {requests.map((request) => (
        <SentRequest key={request.id} request={request} ride={request.ride} />
      ))}
      <ShowMore query={query}>{t`Show older`}</ShowMore>
    </>
  );
}

/** A seat request that the viewer sent, and its status. */
function SentRequest({ request, ride }: { request: SeatRequest; ride: Ride }) {
  const { t } = useLingui();
  const [isCancelling, setCancelling] = useState(false);
  const { host, timeZone } = ride;
  return (
    <article className="grid gap-3 card p-4">
      <header className="flex items-center gap-3">
        <Avatar
          uid={host.uid}
          name={host.displayName}
          initials={host.initials}
          photo={host.photo}
          size="sm"
        />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-32 flex-1 font-semibold wrap-anywhere">
            {t`${formatDay(request.pickupAt, timeZone)} with ${host.displayName}`}
          </h3>
          <SeatRequestStatusPill request={request} />
        </div>
        <PersonMenu
          person={host}
          about={{
            kind: "seat-request",
            id: request.id,
          }}
          context={{
            kind: "ride",
            id: request.rideId,
          }}
        />
      </header>
      <RequestSegment request={request} ride={ride} />
      <RequestReason request={request} viewer="seeker" />
      {isUnconfirmed(request) && <ConfirmChange request={request} ride={ride} />}
      {request.status === "pending" && (
        <p className="text-sm text-ink-3">
          {t`The host has until ${formatDay(request.expiresAt, timeZone)}, ${formatTime(request.expiresAt, timeZone)} to answer.`}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {isActive(request) && !isUnconfirmed(request) && (
          <Button variant="ghost" size="sm" onClick={() => setCancelling(true)}>
            {request.status === "pending" ? t`Withdraw` : t`Cancel booking`}
          </Button>
        )}
        <MessageButton
          to={{
            withUid: host.uid,
            rideId: ride.id,
          }}
        >{t`Message`}</MessageButton>
        <Link to={`/rides/${ride.id}`} className={buttonClasses("line", "sm")}>
          {t`View ride`}
        </Link>
      </div>
      <CancelRequestDialog
        request={request}
        open={isCancelling}
        onClose={() => setCancelling(false)}
        endedBy="seeker"
      />
    </article>
  );
}
