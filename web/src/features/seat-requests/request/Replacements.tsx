import type { Replacement } from "@commonlane/contract/ride-replacements";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { RatingText } from "#shared/profile/RatingText.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { shortPickupName } from "#shared/places/pickup-place.ts";
import { cx } from "#shared/ui/cx.ts";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import { formatArrival } from "#shared/formatting/estimates.ts";
import { formatDay, formatDistance, formatMoney, formatTime } from "#shared/formatting/format.ts";
import { sentText } from "../request-status.ts";
import { replacementsForRequest, useRequestSeats } from "../seat-requests.queries.ts";
import { standbyQueue } from "../standby/standby.queries.ts";
import { JoinStandby } from "../standby/JoinStandby.tsx";

interface ReplacementsProps {
  readonly request: SeatRequest;
  /** Path of a search for other rides, where there are no other ways. */
  readonly otherRides?: string | undefined;
  /** Other ways to travel: a ride request, an alert and a search. */
  readonly renderOtherWays?: ((request: SeatRequest) => ReactNode) | undefined;
}

/** Replacement rides after a failed request, each bookable with one tap. */
export function Replacements({ request, otherRides, renderOtherWays }: ReplacementsProps) {
  const { t } = useLingui();
  const { data, error, isPending, isRefetching, refetch } = useQuery(
    replacementsForRequest(request.id),
  );
  if (isPending) return <Skeleton className="h-40 rounded-lg" />;
  const items = data?.items;
  return (
    <section aria-labelledby="replacements" className="grid gap-3">
      <h2 id="replacements" className="text-xl font-bold">{t`Other matching rides`}</h2>
      {!items && (
        <ErrorState
          className="card"
          message={errorText(
            error,
            t`Couldn't load these rides. Check your connection and try again.`,
          )}
          onRetry={() => void refetch()}
          retrying={isRefetching}
        />
      )}
      {items?.length === 0 && (
        <p className="text-ink-2">{t`None right now. Post a request or get alerts instead.`}</p>
      )}
      {items && items.length > 0 && (
        <ul className="grid gap-3">
          {items.map((item) => (
            <li key={item.ride.id}>
              <ReplacementCard {...item} seats={request.seats} />
            </li>
          ))}
        </ul>
      )}
      {renderOtherWays?.(request)}
      {otherRides && (
        <Link to={otherRides} className={cx(buttonClasses("line", "sm"), "justify-self-start")}>
          {t`Find other rides`}
        </Link>
      )}
    </section>
  );
}

function ReplacementCard({ ride, match, full, seats }: Replacement & { seats: number }) {
  const { t } = useLingui();
  const { host, timeZone } = ride;
  const { pickup, dropoff, contribution } = match;
  const price = contribution ? formatMoney(contribution) : t`Free`;
  const schedule = {
    ...ride,
    routed: match.routed ?? ride.routed,
  };
  const walkM = match.walkFromM + match.walkToM;
  return (
    <article className="grid gap-3 card p-4">
      <div className="flex gap-3">
        <JourneyStrip
          from={shortPickupName(pickup)}
          to={shortPickupName(dropoff)}
          departs={formatTime(match.pickupAt, schedule.timeZone)}
          arrives={<EstimateText text={formatArrival(match.dropoffAt, schedule)} />}
          meta={
            walkM > 0
              ? t`${formatDay(match.pickupAt, timeZone)} · ${formatDistance(walkM)} on foot`
              : formatDay(match.pickupAt, timeZone)
          }
          className="min-w-0 flex-1"
        />
        <p className="num shrink-0 text-2xl leading-7">{price}</p>
      </div>
      <div className="flex items-center gap-2.5 border-t border-line pt-3">
        <Avatar
          uid={host.uid}
          name={host.displayName}
          initials={host.initials}
          photo={host.photo}
          size="sm"
        />
        <p className="min-w-0 flex-1 leading-tight">
          <Link
            to={`/rides/${ride.id}`}
            className="block truncate text-sm font-semibold underline-offset-4 hover:underline"
          >
            {t`${host.displayName}: view ride`}
          </Link>
          <span className="text-xs text-ink-3">
            <RatingText person={host} />
          </span>
        </p>
        {!full && <RequestSeatButton ride={ride} match={match} seats={seats} />}
      </div>
      {full && <StandbyOption ride={ride} match={match} seats={seats} />}
    </article>
  );
}

type ReplacementChoice = Pick<Replacement, "ride" | "match"> & { readonly seats: number };

function RequestSeatButton({ ride, match: { pickup, dropoff }, seats }: ReplacementChoice) {
  const { t } = useLingui();
  const toast = useToast();
  const requestSeats = useRequestSeats(ride.id);
  const instant = ride.approval === "instant";
  const name = ride.host.displayName;
  const onRequest = () =>
    afterMutation(
      requestSeats.mutateAsync({
        seats,
        pickup,
        dropoff,
      }),
      (request) =>
        toast({
          message: sentText(request),
          type: "success",
        }),
    );
  if (requestSeats.isSuccess)
    return (
      <p role="status" className="font-semibold">
        {requestSeats.data.status === "accepted" ? t`Booked` : t`Requested`}
      </p>
    );
  return (
    <div className="grid justify-items-end gap-2">
      <Button
        size="sm"
        busy={requestSeats.isPending}
        onClick={onRequest}
        aria-label={instant ? t`Book with ${name}` : t`Ask ${name} for a seat`}
      >
        {instant
          ? t({
              comment: "Button: take a seat at once, without asking.",
              message: "Book",
            })
          : t({
              comment: "Button: ask the host for a seat.",
              message: "Ask",
            })}
      </Button>
      {requestSeats.error && <Notice tone="bad">{requestSeats.error.message}</Notice>}
    </div>
  );
}

/** For a full ride: the viewer's standby entry, or a link to join. */
function StandbyOption({ ride, match: { pickup, dropoff }, seats }: ReplacementChoice) {
  const { t } = useLingui();
  const { data } = useQuery(standbyQueue(ride.id));
  if (data?.own) {
    return (
      <p className="text-sm text-ink-2">{t`Full now. You're on the waitlist; you can leave it on the ride's page.`}</p>
    );
  }
  return (
    <JoinStandby
      ride={ride}
      request={{
        seats,
        pickup,
        dropoff,
      }}
    />
  );
}
