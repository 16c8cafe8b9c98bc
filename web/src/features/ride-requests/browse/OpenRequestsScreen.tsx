import { RIDES_RADIUS_KM } from "@commonlane/contract/limits";
import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { formatDistance, townName } from "#shared/formatting/format.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { stopKind } from "#shared/map/stop-kind.ts";
import { NO_PLACE, type PlaceChoice, toPlaceChoice } from "#shared/places/place-choice.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { findUpcomingRides, describeRide } from "../request-text.ts";
import { requestsAlong, requestsNear, ridesToOffer } from "../ride-requests.queries.ts";
import { BrowseResults } from "./BrowseResults.tsx";

/** Ride requests for drivers: along one of their rides or near a place. */
export function OpenRequestsScreen() {
  const { t } = useLingui();
  useTitle(t`Ride requests`);
  const { uid } = useUser();
  const [search, setSearch] = useSearchParams();
  const rideId = search.get("ride") ?? undefined;
  const rides = useQuery(ridesToOffer(uid));
  const upcomingRides = findUpcomingRides(rides.data?.items ?? []);
  const ride = upcomingRides.find(({ id }) => id === rideId);
  const isAlongRide = rideId !== undefined;
  const selectRide = (next: string | undefined) =>
    setSearch(next === undefined ? {} : { ride: next }, { replace: true });
  const header = (
    <>
      <div>
        <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{t`Ride requests`}</h1>
        <p className="mt-1 text-ink-2">{t`These people need a ride. Offer them a seat on one of your rides or on a new one.`}</p>
      </div>
      {(isAlongRide || upcomingRides.length > 0) && (
        <SegmentedChoice
          label={t`Show requests`}
          hideLabel
          value={isAlongRide ? "along" : "near"}
          options={[
            {
              value: "near",
              label: t`Near a place`,
              icon: "pin",
            },
            {
              value: "along",
              label: t`Along my route`,
              icon: "route",
            },
          ]}
          onChange={(next) => selectRide(next === "along" ? upcomingRides[0]?.id : undefined)}
        />
      )}
      {isAlongRide && upcomingRides.length > 0 && (
        <SelectField
          label={t`My ride`}
          value={rideId}
          options={[
            ...(ride
              ? []
              : [
                  {
                    value: rideId,
                    label: t`Choose a ride`,
                  },
                ]),
            ...upcomingRides.map((one) => ({
              value: one.id,
              label: describeRide(one),
            })),
          ]}
          onChange={selectRide}
        />
      )}
    </>
  );
  return isAlongRide ? (
    <BrowseAlongRide key={rideId} rideId={rideId} ride={ride}>
      {header}
    </BrowseAlongRide>
  ) : (
    <BrowseNearPlace>{header}</BrowseNearPlace>
  );
}

interface BrowseAlongRideProps {
  readonly rideId: string;
  readonly ride: Ride | undefined;
  readonly children: ReactNode;
}

/** Requests along the route of one of the viewer's rides. */
function BrowseAlongRide({ rideId, ride, children }: BrowseAlongRideProps) {
  const { t } = useLingui();
  const { data, error, isPending, isRefetching, refetch } = useQuery(requestsAlong(rideId));
  const requests = data?.items ?? [];
  const stops = ride && [ride.origin, ...ride.stops, ride.destination];
  return (
    <BrowseResults
      requests={requests}
      rideId={rideId}
      scene={
        stops
          ? {
              route: stops,
              stops: stops.map((stop, n) => ({
                ...stop,
                kind: stopKind(n, stops.length),
                label: townName(stop.label),
              })),
            }
          : {}
      }
      header={children}
    >
      {isPending && <SkeletonRideCards />}
      {error && (
        <ErrorState
          message={error.message}
          onRetry={() => void refetch()}
          retrying={isRefetching}
        />
      )}
      {data && requests.length === 0 && (
        <EmptyState
          title={t`No requests along this route`}
          action={
            <Link to={`/rides/${rideId}`} className={buttonClasses("line")}>
              {t`View ride`}
            </Link>
          }
        >
          {t`New requests show up here and on your ride's page. People searching for a ride can still find yours.`}
        </EmptyState>
      )}
    </BrowseResults>
  );
}

interface NearDraft extends Record<string, unknown> {
  readonly near: PlaceChoice;
}

/** Requests that start near a place, at first the saved home. */
function BrowseNearPlace({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const { uid } = useUser();
  const { data: { homePlace = null } = {} } = useQuery(ownProfile);
  const [{ near }, change] = useDraft<NearDraft>(`requests-near.${uid}`, {
    near: homePlace ? toPlaceChoice(homePlace) : NO_PLACE,
  });
  const { place } = near;
  const query = useInfiniteQuery({
    ...requestsNear(place ?? { lat: 0, lng: 0 }),
    enabled: place !== null,
  });
  const { data } = query;
  const requests = place ? (data?.pages ?? []).flatMap(({ items }) => items) : [];
  return (
    <BrowseResults
      requests={requests}
      scene={
        place && requests.length === 0
          ? {
              center: {
                lat: place.lat,
                lng: place.lng,
              },
            }
          : {}
      }
      header={
        <>
          {children}
          <PlaceField
            label={t`Requests starting near`}
            value={near}
            onChange={(choice) => change({ near: choice })}
            offerHere
          />
        </>
      }
    >
      {!place && (
        <EmptyState title={t`Where are you driving from?`}>
          {t`Choose a place to see ride requests that start within ${formatDistance(RIDES_RADIUS_KM * 1000)}.`}
        </EmptyState>
      )}
      {place && !data && <NotLoaded query={query} placeholder={<SkeletonRideCards />} />}
      {place && data && requests.length === 0 && (
        <EmptyState
          title={t`No ride requests near ${townName(place.label)}`}
          action={
            <Link to="/host" className={buttonClasses()}>
              {t`Host a ride`}
            </Link>
          }
        >
          {t`Offer your ride anyway, so people can find it later.`}
        </EmptyState>
      )}
      <ShowMore query={query}>{t`Show more`}</ShowMore>
    </BrowseResults>
  );
}
