import type { Replacement } from "@commonlane/contract/rescue";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "#shared/error-text.ts";
import { whenDone } from "#shared/forms/when-done.ts";
import { RatingText } from "#shared/profile/RatingText.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { cx } from "#shared/ui/cx.ts";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { dayText, distanceText, moneyText, timeText, townOf } from "#shared/wording/wording.ts";
import { replacementsOf, useAskForSeats } from "./seat-requests.queries.ts";
import { standbyLine } from "./standby.queries.ts";
import { WaitForSeats } from "./WaitForSeats.tsx";

interface InsteadProps {
  readonly request: SeatRequest;
  /** The address of a search for other rides on this part. */
  readonly otherRides: string;
}

/** Other rides for somebody whose own came to nothing, each to be asked for with one tap. */
export function Instead({ request, otherRides }: InsteadProps) {
  const { t } = useLingui();
  const { data, error, isPending, isRefetching, refetch } = useQuery(replacementsOf(request.id));
  if (isPending) return <Skeleton className="h-40 rounded-lg" />;
  const items = data?.items;
  return (
    <section aria-labelledby="instead" className="grid gap-3">
      <h2 id="instead" className="text-xl font-bold">{t`Other rides that fit`}</h2>
      {!items && (
        <ErrorState
          className="rounded-lg border border-line bg-surface"
          message={errorText(error, t`These rides could not be loaded. Check your connection and try again.`)}
          onRetry={() => void refetch()}
          retrying={isRefetching}
        />
      )}
      {items?.length === 0 && (
        <p className="text-ink-2">{t`None right now. You are told when you save the search or post a request.`}</p>
      )}
      {items && items.length > 0 && (
        <ul className="grid gap-3">
          {items.map((item) => (
            <li key={item.ride.id}>
              <Choice {...item} seats={request.seats} />
            </li>
          ))}
        </ul>
      )}
      <Link to={otherRides} className={cx(buttonLook("line", "sm"), "justify-self-start")}>
        {t`Look for other rides`}
      </Link>
    </section>
  );
}

function Choice({ ride, match, full, seats }: Replacement & { seats: number }) {
  const { t } = useLingui();
  const { host, timeZone } = ride;
  const { pickup, dropoff, contribution } = match;
  const price = contribution ? moneyText(contribution) : t`Free`;
  const walk = match.walkFromM + match.walkToM;
  return (
    <article className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex gap-3">
        <JourneyStrip
          from={townOf(pickup.label)}
          to={townOf(dropoff.label)}
          departs={timeText(match.pickupAt, timeZone)}
          arrives={timeText(match.dropoffAt, timeZone)}
          meta={
            walk > 0
              ? t`${dayText(match.pickupAt, timeZone)} · ${distanceText(walk)} on foot`
              : dayText(match.pickupAt, timeZone)
          }
          className="min-w-0 flex-1"
        />
        <p className="num shrink-0 text-2xl leading-7">{price}</p>
      </div>
      <div className="flex items-center gap-2.5 border-t border-line pt-3">
        <Avatar uid={host.uid} name={host.displayName} initials={host.initials} photo={host.photo} size="sm" />
        <p className="min-w-0 flex-1 leading-tight">
          <Link
            to={`/rides/${ride.id}`}
            className="block truncate text-sm font-semibold underline-offset-4 hover:underline"
          >
            {t`${host.displayName}: see the ride`}
          </Link>
          <span className="text-xs text-ink-3">
            <RatingText person={host} />
          </span>
        </p>
        {!full && <AskAtOnce ride={ride} match={match} seats={seats} />}
      </div>
      {full && <InLine ride={ride} match={match} seats={seats} />}
    </article>
  );
}

type Chosen = Pick<Replacement, "ride" | "match"> & { readonly seats: number };

function AskAtOnce({ ride, match: { pickup, dropoff }, seats }: Chosen) {
  const { t } = useLingui();
  const toast = useToast();
  const ask = useAskForSeats(ride.id);
  const instant = ride.approval === "instant";
  const name = ride.host.displayName;
  const onAsk = () =>
    whenDone(ask.mutateAsync({ seats, pickup, dropoff }), () =>
      toast({ message: instant ? t`Booked. You have a seat.` : t`Your request is with the host.`, type: "success" }),
    );
  if (ask.isSuccess)
    return (
      <p role="status" className="font-semibold">
        {instant ? t`Booked` : t`Asked`}
      </p>
    );
  return (
    <div className="grid justify-items-end gap-2">
      <Button
        size="sm"
        busy={ask.isPending}
        onClick={onAsk}
        aria-label={instant ? t`Book with ${name}` : t`Ask ${name} for a seat`}
      >
        {instant ? t`Book` : t`Ask`}
      </Button>
      {ask.error && <Notice tone="bad">{ask.error.message}</Notice>}
    </div>
  );
}

/** Full: the place in line that was kept, or how to have one. */
function InLine({ ride, match: { pickup, dropoff }, seats }: Chosen) {
  const { t } = useLingui();
  const { data } = useQuery(standbyLine(ride.id));
  if (data?.own) {
    return (
      <p className="text-sm text-ink-2">{t`Full now. A place in line is kept for you; leave it on the page of the ride.`}</p>
    );
  }
  return <WaitForSeats ride={ride} ask={{ seats, pickup, dropoff }} />;
}
