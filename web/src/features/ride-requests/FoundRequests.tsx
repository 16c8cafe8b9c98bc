import type { NearbyRequest } from "@commonlane/contract/ride-requests";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import type { MapScene } from "#shared/map/map-types.ts";
import { BesideMap } from "#shared/ui/BesideMap.tsx";
import { dayText } from "#shared/wording/wording.ts";
import { OpenRequestCard } from "./OpenRequestCard.tsx";
import { offeredIds } from "./ride-requests.queries.ts";
import { wayText } from "./request-wording.ts";
import type { ReactNode } from "react";

interface FoundRequestsProps {
  readonly found: readonly NearbyRequest[];
  readonly rideId?: string;
  readonly scene: MapScene;
  readonly head: ReactNode;
  readonly children: ReactNode;
}

/** The list beside its map, on which each request has a pin where it starts. */
export function FoundRequests({ found, rideId, scene, head, children }: FoundRequestsProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [pointedAt, setPointedAt] = useState<string>();
  const offered = useQuery({ ...offeredIds, enabled: found.length > 0 });
  const pins = found.map(({ id, origin, destination, departsAfter, timeZone }) => ({
    id,
    lat: origin.lat,
    lng: origin.lng,
    label: t`${dayText(departsAfter, timeZone)}: ${wayText({ origin, destination })}`,
    selected: id === pointedAt,
  }));
  const query = rideId ? `?ride=${rideId}` : "";
  return (
    <BesideMap
      map={
        <LazyMapView
          {...scene}
          label={t`Map of who looks for a ride`}
          pins={pins}
          onPin={(id) => void navigate(`/requests/${id}${query}`)}
        />
      }
    >
      {head}
      {found.length > 0 && (
        <section aria-labelledby="found-requests" className="grid gap-3">
          <h2 id="found-requests" className="text-lg font-bold">
            {rideId
              ? t`${plural(found.length, { one: "# person wants", other: "# people want" })} part of your way`
              : t`${plural(found.length, { one: "# request starts", other: "# requests start" })} near there`}
          </h2>
          <ul className="grid gap-3">
            {found.map((request) => (
              <OpenRequestCard
                key={request.id}
                request={request}
                rideId={rideId}
                offered={offered.data?.includes(request.id) ?? false}
                onPoint={setPointedAt}
              />
            ))}
          </ul>
        </section>
      )}
      {children}
    </BesideMap>
  );
}
