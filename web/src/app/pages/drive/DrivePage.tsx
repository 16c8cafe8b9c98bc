import { DRIVER_VISIBLE_BEFORE_S } from "@commonlane/contract/limits";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate, useParams } from "react-router";
import { rideById, useCompleteRide } from "#features/rides/rides.queries.ts";
import { driverStops, usePassengers } from "#features/seat-requests/driver-sheet/driver-stops.ts";
import { setSharedTrip } from "#features/trip-safety/position/shared-trip.ts";
import { SharePositionField } from "#features/trip-safety/position/SharePositionField.tsx";
import { errorText } from "#shared/api/error-text.ts";
import { MessageButton } from "#shared/chat/MessageButton.tsx";
import { formatTime, townName } from "#shared/formatting/format.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { pickupPlaceName } from "#shared/places/pickup-place.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { useNow } from "#shared/use-now.ts";
import { Redirect } from "../../routing/Redirect.tsx";
import { findNextStop } from "./drive-progress.ts";
import { NextStop } from "./NextStop.tsx";

/** What a driver needs at the wheel: the next stop, large, and nothing else. The screen stays on. */
export function DrivePage() {
  const { t } = useLingui();
  const { uid } = useUser();
  const { rideId = "" } = useParams();
  const { data: ride, error, isFetching, refetch } = useQuery(rideById(rideId));
  useTitle(t`Driving`);
  useWakeLock();
  if (ride && ride.hostId !== uid) return <Redirect to={`/rides/${rideId}`} />;
  return (
    <div className="mx-auto grid max-w-2xl content-start gap-4 px-(--gutter) py-4">
      {ride && <Drive ride={ride} />}
      {!ride && error && (
        <ErrorState
          message={errorText(
            error,
            t`Couldn't load the ride. Check your connection and try again.`,
          )}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!ride && !error && <SkeletonCards />}
    </div>
  );
}

function Drive({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const { query, passengers } = usePassengers(ride.id);
  const destination = townName(ride.destination.label);
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="min-w-0 flex-1 text-2xl font-bold wrap-anywhere outline-none">
          {t`Driving to ${destination}`}
        </h1>
        <Link to={`/rides/${ride.id}`} className={buttonClasses("ghost", "sm")}>
          {t`Ride details`}
        </Link>
      </header>
      {passengers ? <Stops ride={ride} passengers={passengers} /> : <NotLoaded query={query} />}
    </>
  );
}

interface StopsProps {
  readonly ride: Ride;
  readonly passengers: readonly SeatRequest[];
}

/** The next stop with what can be done there, and those after it. */
function Stops({ ride, passengers }: StopsProps) {
  const { t } = useLingui();
  const [progress, setProgress] = useDraft<{ doneKeys: readonly string[] }>(`drive.${ride.id}`, {
    doneKeys: [],
  });
  const { next, later } = findNextStop(driverStops(ride, passengers), progress.doneKeys);
  return (
    <>
      {next && (
        <NextStop
          key={next.key}
          stop={next}
          ride={ride}
          onDone={
            later.length > 0
              ? () => setProgress({ doneKeys: [...progress.doneKeys, next.key] })
              : undefined
          }
        />
      )}
      {later.length === 0 && <ArriveButton ride={ride} />}
      <SharePosition ride={ride} passengers={passengers} />
      {passengers.length > 0 && (
        <MessageButton to={{ ofRide: ride.id }}>{t`Ride chat`}</MessageButton>
      )}
      {later.length > 0 && (
        <section aria-labelledby="later-stops" className="grid gap-2">
          <h2 id="later-stops" className="text-lg font-bold">{t`After that`}</h2>
          <ol className="grid divide-y divide-line card px-4">
            {later.map((stop) => (
              <li key={stop.key} className="flex gap-3 py-2.5">
                <span className="num">{formatTime(stop.at, ride.timeZone)}</span>
                <span className="min-w-0 wrap-anywhere">{pickupPlaceName(stop.place)}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

/** Keeps the screen on while the component is shown and the page is in front. Browsers without it ignore it. */
function useWakeLock(): void {
  useEffect(() => {
    if (!("wakeLock" in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    let isUnmounted = false;
    const acquire = async () => {
      if (document.visibilityState !== "visible") return;
      // Refused if the battery is low.
      const acquired = await navigator.wakeLock.request("screen").catch(() => undefined);
      if (isUnmounted) void acquired?.release();
      else lock = acquired;
    };
    // Browsers release it in the background.
    const onVisibilityChange = () => void acquire();
    document.addEventListener("visibilitychange", onVisibilityChange);
    void acquire();
    return () => {
      isUnmounted = true;
      document.removeEventListener("visibilitychange", onVisibilityChange);
      void lock?.release();
    };
  }, []);
}

/** Ends the ride, and the sharing of the position. Shown once the ride has departed. */
function ArriveButton({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const { uid } = useUser();
  const nowMs = useNow();
  const navigate = useNavigate();
  const toast = useToast();
  const complete = useCompleteRide();
  if (Date.parse(ride.departsAt) > nowMs) return null;
  const arrive = async () => {
    try {
      await complete.mutateAsync(ride);
      setSharedTrip(uid, undefined);
      toast({
        message: t`Ride completed. Thanks for driving!`,
        type: "success",
      });
      await navigate(`/rides/${ride.id}`, { replace: true });
    } catch (error) {
      const message = errorText(error);
      toast({ message, type: "error" });
    }
  };
  return (
    <Button
      size="lg"
      icon="flag"
      className="min-h-16 text-xl"
      busy={complete.isPending}
      onClick={() => void arrive()}
    >
      {t`We've arrived`}
    </Button>
  );
}

/** Lets passengers see the driver come, and says before who sees what. */
function SharePosition({ ride, passengers }: StopsProps) {
  const { t } = useLingui();
  if (passengers.length === 0) return null;
  const firstPickupMs = Math.min(...passengers.map(({ pickupAt }) => Date.parse(pickupAt)));
  const from = new Date(firstPickupMs - DRIVER_VISIBLE_BEFORE_S * 1000).toISOString();
  return (
    <section className="grid gap-1 card p-4">
      <p className="text-ink-2">
        {t`Your passengers see where you are from half an hour before their pickup, and so does anyone with a link that you shared.`}
      </p>
      <SharePositionField
        trip={{ rideId: ride.id, from }}
        timeZone={ride.timeZone}
        label={t`Share my position with them`}
      />
    </section>
  );
}
