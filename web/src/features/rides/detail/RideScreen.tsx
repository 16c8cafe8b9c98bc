import type { Ride } from "@commonlane/contract/rides";
import type { LatLng } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { useLocation, useParams } from "react-router";
import { isProblem } from "#shared/api/api-error.ts";
import { errorText } from "#shared/api/error-text.ts";
import { pauseDuringMaintenance } from "#shared/api/maintenance.ts";
import type { MapScene } from "#shared/map/map-types.ts";
import { pickZoom } from "#shared/map/pick-zoom.ts";
import { MaskedTextNote } from "#shared/masking/MaskedTextNote.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { PlainPage } from "#shared/ui/PlainPage.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { useNow } from "#shared/use-now.ts";
import { MapScenePanel } from "../MapScenePanel.tsx";
import { useOwnPart } from "../own-part.ts";
import { createRideScene } from "../ride-map-scene.ts";
import type { RideSegment } from "../ride-segment.ts";
import { type RideStage, getRideStage } from "../ride-stage.ts";
import { rideById } from "../rides.queries.ts";
import { useBookedSegment, useRideSegment } from "../use-ride-segment.ts";
import { useWalkPaths, readWalkState } from "../walks.ts";
import { HostCard } from "./HostCard.tsx";
import { HostControls } from "./HostControls.tsx";
import { listRideTerms } from "./ride-terms.ts";
import { RideHeader, useRideTitle } from "./RideHeader.tsx";
import { RideTimeline } from "./RideTimeline.tsx";

export interface RideScreenProps {
  /** Content for someone who may join the ride: the seat request form, or the status of their request. */
  renderSeatRequest?:
    ((ride: Ride, segment: RideSegment, stage: RideStage) => ReactNode) | undefined;
  /** Content for the people on the ride, before, during and after the trip. */
  renderTripSections?: ((ride: Ride, stage: RideStage) => ReactNode) | undefined;
  /** Notice above everything else. */
  renderNotice?: ((ride: Ride) => ReactNode) | undefined;
  /** Seat requests that wait and the driver sheet, shown to the host first. */
  renderRequests?: ((ride: Ride) => ReactNode) | undefined;
  /** How passengers get back without a ride. */
  renderWayHome?: ((ride: Ride, segment: RideSegment) => ReactNode) | undefined;
  /** Further sections for the host. */
  renderHostSections?: ((ride: Ride) => ReactNode) | undefined;
}

/** Only participants get live updates of a ride, so other viewers poll. */
const REFRESH_MS = 20_000;

/** Ride page for the host and for every other viewer. Other features fill the slots. */
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
    ...rideById(rideId),
    refetchInterval: REFRESH_MS,
    ...pauseDuringMaintenance,
  });
  // Also if the ride was visible a moment ago.
  if (isProblem(error, "not_found")) return <RideNotFound />;
  if (ride) return <LoadedRide ride={ride} {...slots} />;
  if (isPending) return <RideSkeleton />;
  return (
    <PlainPage title={t`Ride`}>
      <ErrorState
        message={errorText(error, t`Couldn't load the ride. Check your connection and try again.`)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    </PlainPage>
  );
}

function LoadedRide({
  ride,
  renderSeatRequest,
  renderRequests,
  renderHostSections,
  renderTripSections,
  renderNotice,
  renderWayHome,
}: RideScreenProps & { ride: Ride }) {
  const { t } = useLingui();
  const { uid } = useUser();
  const isHost = ride.hostId === uid;
  const searchedSegment = useRideSegment(ride);
  const segment = useBookedSegment(ride, isHost, searchedSegment);
  const stage = getRideStage(ride, useNow());
  const title = useRideTitle(ride, segment);
  useTitle(title);
  const { state } = useLocation();
  // Passengers see the pickup that was agreed.
  const walks = useWalkPaths(segment === searchedSegment ? readWalkState(state) : []);
  const ownPart = useOwnPart(ride, segment);
  const [shownPoint, setShownPoint] = useState<LatLng>();
  const onShow = (point: LatLng | undefined) => {
    setShownPoint(point);
    // On a phone the panel may cover the map.
    if (point)
      scrollTo({
        top: 0,
        behavior: "smooth",
      });
  };
  if (!searchedSegment || !segment) return <RideSkeleton />;
  return (
    <MapScenePanel
      scene={{
        ...createRideScene(ride, segment, ownPart),
        walks,
        ...closeUp(shownPoint),
      }}
      mapLabel={t`Map of the ride ${title}`}
      label={t`The ride`}
      lowMap
    >
      <div className="grid gap-5">
        <RideHeader ride={ride} segment={segment} stage={stage} isHost={isHost} />
        {renderNotice?.(ride)}
        {isHost && renderRequests?.(ride)}
        {!isHost && renderSeatRequest?.(ride, searchedSegment, stage)}
        {!isHost && <HostCard host={ride.host} mine={false} rideId={ride.id} />}
        {isHost && <HostControls ride={ride} stage={stage} />}
        {renderTripSections?.(ride, stage)}
        <RelatedRides ride={ride} isHost={isHost} />
        <section aria-labelledby="the-way">
          <h2 id="the-way" className="sr-only">{t`Route`}</h2>
          <RideTimeline
            ride={ride}
            segment={segment}
            showSeats={stage === "upcoming"}
            shownPoint={shownPoint}
            onShow={onShow}
          />
        </section>
        {!isHost && isComing(stage) && renderWayHome?.(ride, segment)}
        {isHost && renderHostSections?.(ride)}
        {isHost && <HostCard host={ride.host} mine rideId={ride.id} />}
        <RideTerms ride={ride} segment={segment} />
        {/* Room for the bar above the tabs of phones. */}
        {!isHost && <div aria-hidden="true" className="h-14 lg:hidden" />}
      </div>
    </MapScenePanel>
  );
}

const isComing = (stage: RideStage): boolean => stage === "upcoming" || stage === "underway";

/** A point in the middle of the map, with the streets around it. */
const closeUp = (point: LatLng | undefined): Pick<MapScene, "center" | "zoom"> =>
  point
    ? {
        center: { lat: point.lat, lng: point.lng },
        zoom: pickZoom(point),
      }
    : {};

function RideSkeleton() {
  const { t } = useLingui();
  useTitle(t`Ride`);
  return (
    <MapScenePanel scene={{}} mapLabel={t`Map of the ride`} label={t`The ride`}>
      <h1 className="sr-only">{t`Ride`}</h1>
      <SkeletonRideCards />
    </MapScenePanel>
  );
}

function RideNotFound() {
  const { t } = useLingui();
  return (
    <PlainPage title={t`Ride not found`}>
      <EmptyState
        title={t`This ride is no longer available`}
        action={
          <>
            <Link to="/seek" className={buttonClasses()}>{t`Find other rides`}</Link>
            <Link to="/home" className={buttonClasses("line")}>{t`Back home`}</Link>
          </>
        }
      >
        {t`It may be over, or the link is incomplete.`}
      </EmptyState>
    </PlainPage>
  );
}

/** Links to the outward or return ride and, for the host, to the series. */
function RelatedRides({ ride, isHost }: { ride: Ride; isHost: boolean }) {
  const { t } = useLingui();
  const { returnId, returnOf, seriesId } = ride;
  if (!returnId && !returnOf && !(isHost && seriesId)) return null;
  const linkLook = buttonClasses("soft", "sm");
  return (
    <nav aria-label={t`Related rides`} className="flex flex-wrap gap-2">
      {returnId && <Link to={`/rides/${returnId}`} className={linkLook}>{t`Return trip`}</Link>}
      {returnOf && <Link to={`/rides/${returnOf}`} className={linkLook}>{t`Outward trip`}</Link>}
      {isHost && seriesId && (
        <Link to={`/series/${seriesId}`} className={linkLook}>{t`All days of this ride`}</Link>
      )}
    </nav>
  );
}

/** Terms of the ride and the host's note. */
function RideTerms({ ride, segment }: { ride: Ride; segment: RideSegment }) {
  const { t } = useLingui();
  const { uid } = useUser();
  return (
    <DetailCard title={t`Good to know`}>
      <ul className="grid gap-2.5">
        {listRideTerms(ride, segment).map(({ icon, text, detail }) => (
          <li key={text} className="flex items-start gap-3">
            <Icon name={icon} className="mt-0.5 text-ink-3" />
            <span className="min-w-0">
              {text}
              {detail && <span className="block text-sm text-ink-3">{detail}</span>}
            </span>
          </li>
        ))}
      </ul>
      {ride.note && (
        <div className="mt-4 border-t border-line pt-3">
          <h3 className="text-sm font-semibold text-ink-2">{t`From the host`}</h3>
          <p className="mt-1 wrap-anywhere whitespace-pre-line">{ride.note}</p>
          <MaskedTextNote text={ride.note} isOwn={ride.hostId === uid} />
        </div>
      )}
    </DetailCard>
  );
}

/** A titled box on the ride page. */
function DetailCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card p-4">
      <h2 id={id} className="mb-3 text-lg font-bold tracking-[-.01em]">
        {title}
      </h2>
      {children}
    </section>
  );
}
