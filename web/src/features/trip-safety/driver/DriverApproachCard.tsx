import type { DriverApproach } from "@commonlane/contract/trip-safety";
import type { Ride } from "@commonlane/contract/rides";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { formatTime, townName } from "#shared/formatting/format.ts";
import { userTimeZone } from "#shared/formatting/user-time-zone.ts";
import { distanceM } from "#shared/geo/great-circle.ts";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import { zoomForRadius } from "#shared/map/pick-zoom.ts";
import { useNow } from "#shared/use-now.ts";
import { driverApproach } from "../trip-safety.queries.ts";
import { approachText, isOldPosition } from "./approach-text.ts";
import { CarLine } from "./CarLine.tsx";

interface DriverApproachCardProps {
  readonly ride: Ride;
  readonly pickup: Place;
}

const CLOCK_MS = 10_000;

/** Who comes in which car, how far away, and where on the map; for a passenger who waits. */
export function DriverApproachCard({ ride, pickup }: DriverApproachCardProps) {
  const { t } = useLingui();
  const { data } = useQuery(driverApproach(ride.id));
  const nowMs = useNow(CLOCK_MS);
  if (!data) return null;
  const name = ride.host.displayName;
  const text = approachText(data, name, nowMs);
  const pickupTime = formatTime(data.pickupAt, ride.timeZone);
  return (
    <section
      aria-label={t`Your driver`}
      className="grid gap-3 overflow-hidden rounded-lg border border-brand bg-brand-soft p-4"
    >
      <div role="status">
        <p className="text-2xl leading-tight font-bold tracking-[-.02em] wrap-anywhere">
          {text ?? t`Pickup at ${pickupTime}`}
        </p>
        <p className="text-ink-2">
          <ApproachDetails approach={data} name={name} pickupTime={pickupTime} nowMs={nowMs} />
        </p>
      </div>
      <CarLine vehicle={ride.vehicle} />
      {data.position && <ApproachMap position={data.position} pickup={pickup} name={name} />}
    </section>
  );
}

interface ApproachDetailsProps {
  readonly approach: DriverApproach;
  readonly name: string;
  readonly pickupTime: string;
  readonly nowMs: number;
}

function ApproachDetails({ approach, name, pickupTime, nowMs }: ApproachDetailsProps) {
  const { t } = useLingui();
  const { state, position } = approach;
  if (state === "unknown") return t`${name} isn't sharing a position now.`;
  if (state === "here") return t`Look for the car and its number plate.`;
  const seenTime = position ? formatTime(position.at, userTimeZone()) : "";
  return isOldPosition(approach, nowMs)
    ? t`Pickup about ${pickupTime}. Position at ${seenTime}.`
    : t`Pickup about ${pickupTime}`;
}

const RADIUS_PX = 80;
const NEAREST_ZOOM = 16;

/** Centred on the pickup, with the driver in sight. */
function ApproachMap({
  position,
  pickup,
  name,
}: {
  position: LatLng;
  pickup: Place;
  name: string;
}) {
  const { t } = useLingui();
  const zoom = zoomForRadius(distanceM(position, pickup), pickup.lat, RADIUS_PX);
  return (
    <div className="relative -mx-4 -mb-4 h-56 border-t border-brand">
      <LazyMapView
        label={t`Map with your driver`}
        stops={[
          {
            ...pickup,
            label: townName(pickup.label),
            kind: "pickup",
          },
        ]}
        movers={[
          {
            id: "driver",
            label: name,
            lat: position.lat,
            lng: position.lng,
          },
        ]}
        center={{ lat: pickup.lat, lng: pickup.lng }}
        zoom={Math.min(NEAREST_ZOOM, Math.max(0, zoom))}
      />
    </div>
  );
}
