import type { NearbyRequest } from "@commonlane/contract/ride-requests";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import type { MapScene } from "#shared/map/map-types.ts";
import { MapSplitLayout } from "#shared/ui/MapSplitLayout.tsx";
import { formatDay } from "#shared/formatting/format.ts";
import { OpenRequestCard } from "./OpenRequestCard.tsx";
import { offeredIds } from "../ride-requests.queries.ts";
import { routeText } from "../request-text.ts";
import type { ReactNode } from "react";

interface BrowseResultsProps {
  readonly requests: readonly NearbyRequest[];
  readonly rideId?: string;
  readonly scene: MapScene;
  readonly header: ReactNode;
  readonly children: ReactNode;
}

/** List and map of requests, with a pin at each start. */
export function BrowseResults({ requests, rideId, scene, header, children }: BrowseResultsProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [highlightedId, setHighlightedId] = useState<string>();
  const offeredIdsQuery = useQuery({
    ...offeredIds,
    enabled: requests.length > 0,
  });
  const pins = requests.map(({ id, origin, destination, departsAfter, timeZone }) => ({
    id,
    lat: origin.lat,
    lng: origin.lng,
    label: t`${formatDay(departsAfter, timeZone)}: ${routeText({
      origin,
      destination,
    })}`,
    selected: id === highlightedId,
  }));
  const query = rideId ? `?ride=${rideId}` : "";
  return (
    <MapSplitLayout
      map={
        <LazyMapView
          {...scene}
          label={t`Map of ride requests`}
          pins={pins}
          onPin={(id) => void navigate(`/requests/${id}${query}`)}
        />
      }
    >
      {header}
      {requests.length > 0 && (
        <section aria-labelledby="found-requests" className="grid gap-3">
          <h2 id="found-requests" className="text-lg font-bold">
            {rideId
              ? t`${plural(requests.length, {
                  one: "# person wants",
                  other: "# people want",
                })} a ride along your route`
              : t`${plural(requests.length, {
                  one: "# request starts",
                  other: "# requests start",
                })} near there`}
          </h2>
          <ul className="grid gap-3">
            {requests.map((request) => (
              <OpenRequestCard
                key={request.id}
                request={request}
                rideId={rideId}
                alreadyOffered={offeredIdsQuery.data?.includes(request.id) ?? false}
                onHighlight={setHighlightedId}
              />
            ))}
          </ul>
        </section>
      )}
      {children}
    </MapSplitLayout>
  );
}
