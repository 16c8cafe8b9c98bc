import { RIDES_RADIUS_KM } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDraft } from "#shared/forms/use-draft.ts";
import { NO_PLACE, type PlaceChoice, toPlaceChoice } from "#shared/places/place-choice.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { formatDistance, townName } from "#shared/formatting/format.ts";
import { requestsNear } from "../ride-requests.queries.ts";
import type { ReactNode } from "react";
import { BrowseResults } from "./BrowseResults.tsx";

interface NearDraft extends Record<string, unknown> {
  readonly near: PlaceChoice;
}

/** Requests that start near a place, at first the saved home. */
export function BrowseNearPlace({ children }: { children: ReactNode }) {
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
