import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { isProblem } from "#shared/api-error.ts";
import { errorText } from "#shared/error-text.ts";
import { restsWhileClosed } from "#shared/maintenance.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { HostCard } from "./HostCard.tsx";
import { HostControls } from "./HostControls.tsx";
import { MapWithPanel } from "./MapWithPanel.tsx";
import { RideLinks } from "./RideLinks.tsx";
import { RideHead, useRideTitle } from "./RideHead.tsx";
import type { RidePart } from "./ride-part.ts";
import { rideScene } from "./ride-scene.ts";
import { type RideStage, stageOf } from "./ride-stage.ts";
import { RideTerms } from "./RideTerms.tsx";
import { RideTimeline } from "./RideTimeline.tsx";
import { oneRide } from "./rides.queries.ts";
import { useNow } from "#shared/use-now.ts";
import { useBookedPart, useRidePart } from "./use-ride-part.ts";

export interface RideScreenProps {
  /** What somebody can do who may travel the part: ask for seats, or see how the request stands. */
  ask?: ((ride: Ride, part: RidePart, stage: RideStage) => ReactNode) | undefined;
  /** What those on the ride need of each other: before, on the day and afterwards. */
  company?: ((ride: Ride, stage: RideStage) => ReactNode) | undefined;
  /** What is to be known of the ride before anything else. */
  note?: ((ride: Ride) => ReactNode) | undefined;
  /** What was asked of the ride, for its host. */
  requests?: ((ride: Ride) => ReactNode) | undefined;
}

/** News of a ride is told to those who take part; who only looks at it asks again now and then. */
const REFRESH_MS = 20_000;

/** One ride, for everybody who may see it and for its host. Other features fill in what is theirs. */
export function RideScreen(slots: RideScreenProps) {
  const { t } = useLingui();
  const { rideId = "" } = useParams();
  const {
    data: ride,
    error,
    isPending,
    isFetching,
    refetch,
  } = useQuery({
    ...oneRide(rideId),
    refetchInterval: REFRESH_MS,
    ...restsWhileClosed,
  });
  // Also where it was there a moment ago.
  if (isProblem(error, "not_found")) return <NoSuchRide />;
  if (ride) return <ShownRide ride={ride} {...slots} />;
  if (isPending) return <RideOnItsWay />;
  return (
    <Plain title={t`Ride`}>
      <ErrorState
        message={errorText(error, t`The ride could not be loaded. Check your connection and try again.`)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    </Plain>
  );
}

function ShownRide({ ride, ask, requests, company, note }: RideScreenProps & { ride: Ride }) {
  const { t } = useLingui();
  const { uid } = useUser();
  const mine = ride.hostId === uid;
  const cameFor = useRidePart(ride);
  const part = useBookedPart(ride, mine, cameFor);
  const stage = stageOf(ride, useNow());
  const title = useRideTitle(ride);
  useTitle(title);
  if (!cameFor || !part) return <RideOnItsWay />;
  return (
    <MapWithPanel scene={rideScene(ride, part)} mapLabel={t`Map of the ride ${title}`} label={t`The ride`}>
      <div className="grid gap-5">
        <RideHead ride={ride} part={part} stage={stage} mine={mine} />
        {note?.(ride)}
        {mine && <HostControls ride={ride} stage={stage} />}
        {company?.(ride, stage)}
        <RideLinks ride={ride} mine={mine} />
        <section aria-labelledby="the-way">
          <h2 id="the-way" className="sr-only">{t`The way`}</h2>
          <RideTimeline ride={ride} part={part} seats={stage === "coming"} />
        </section>
        {mine && requests?.(ride)}
        {!mine && ask?.(ride, cameFor, stage)}
        <HostCard host={ride.host} mine={mine} rideId={ride.id} />
        <RideTerms ride={ride} part={part} />
      </div>
    </MapWithPanel>
  );
}

function RideOnItsWay() {
  const { t } = useLingui();
  useTitle(t`Ride`);
  return (
    <MapWithPanel scene={{}} mapLabel={t`Map of the ride`} label={t`The ride`}>
      <h1 className="sr-only">{t`Ride`}</h1>
      <SkeletonCards />
    </MapWithPanel>
  );
}

function NoSuchRide() {
  const { t } = useLingui();
  return (
    <Plain title={t`Ride not found`}>
      <EmptyState
        title={t`This ride is not here any more`}
        action={
          <>
            <Link to="/seek" className={buttonLook()}>{t`Look for other rides`}</Link>
            <Link to="/home" className={buttonLook("line")}>{t`Back home`}</Link>
          </>
        }
      >
        {t`It may be over, or the link is not complete.`}
      </EmptyState>
    </Plain>
  );
}

function Plain({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <div className="mx-auto max-w-2xl px-(--gutter) py-10">
      <h1 className="sr-only">{title}</h1>
      {children}
    </div>
  );
}
