import type { FollowedRide } from "@commonlane/contract/trip-safety";
import { useLingui } from "@lingui/react/macro";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import { decodePolyline } from "@commonlane/contract/polyline";
import type { MapStop } from "#shared/map/map-types.ts";
import { JourneyTimeline } from "#shared/ui/JourneyTimeline.tsx";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import { formatTimeOnRide } from "#shared/formatting/estimates.ts";
import { userTimeZone } from "#shared/formatting/user-time-zone.ts";
import { formatTime, townName, formatTimeZone } from "#shared/formatting/format.ts";

type OpenRide = Extract<FollowedRide, { state: "open" }>;

/** A followed trip: the people, the vehicle, the route and the expected arrival. */
export function FollowedTrip({ ride }: { ride: OpenRide }) {
  const { t } = useLingui();
  const { sharer, host, sharerHosts, points, timeZone, position } = ride;
  const last = points.at(-1);
  const [arrives, to] = [last ? formatTimeOnRide(last.eta, ride) : "", townName(last?.label ?? "")];
  const zone = last && formatTimeZone(last.eta, timeZone);
  const linkEnds = formatTime(ride.endsAt, userTimeZone());
  return (
    <>
      <div className="grid gap-1">
        <p className="text-lg font-semibold">
          {sharerHosts ? t`${sharer} is driving to ${to}` : t`${sharer} is riding to ${to} with ${host}`}
        </p>
        <p className="text-ink-2">
          <EstimateText text={t`Estimated arrival: ${arrives}`} />
          {zone && ` (${zone})`}
        </p>
      </div>
      <VehicleDetails ride={ride} />
      <div className="relative h-[44dvh] min-h-64 overflow-hidden rounded-lg border border-line">
        <LazyMapView
          label={t`Map of the ride`}
          route={decodePolyline(ride.polyline)}
          stops={toMapStops(ride)}
          movers={position ? [{ id: "sharer", label: sharer, lat: position.lat, lng: position.lng }] : []}
        />
      </div>
      <LastPosition position={position} sharer={sharer} />
      <section aria-labelledby="the-way" className="grid gap-3">
        <h2 id="the-way" className="text-xl font-bold">{t`Route`}</h2>
        <JourneyTimeline
          label={t`Stops`}
          stops={points.map(({ label, eta }, n) => ({
            key: String(n),
            time: formatTimeOnRide(eta, ride),
            place: label,
          }))}
        />
      </section>
      <p className="text-sm text-ink-3">
        {t`This page updates itself. The link ends when ${sharer} arrives, at the latest at ${linkEnds}. If you're worried, call them first.`}
      </p>
    </>
  );
}

function VehicleDetails({ ride: { vehicle } }: { ride: OpenRide }) {
  const { t } = useLingui();
  if (!vehicle) return <p className="text-ink-2">{t`No vehicle details yet.`}</p>;
  const name = [vehicle.colour, vehicle.make, vehicle.model].filter(Boolean).join(" ");
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3 rounded-lg border border-line bg-surface p-4">
      <div>
        <dt className="text-sm text-ink-3">{t`Vehicle`}</dt>
        <dd className="font-semibold">{name}</dd>
      </div>
      {vehicle.plate && (
        <div>
          <dt className="text-sm text-ink-3">{t`Number plate`}</dt>
          <dd className="num font-semibold">{vehicle.plate}</dd>
        </div>
      )}
    </dl>
  );
}

function LastPosition({ position, sharer }: { position: OpenRide["position"]; sharer: string }) {
  const { t } = useLingui();
  if (!position) return <p className="text-ink-2">{t`${sharer} isn't sharing their position.`}</p>;
  const at = formatTime(position.at, userTimeZone());
  const coordinates = `${position.lat.toFixed(4)}, ${position.lng.toFixed(4)}`;
  return <p className="text-ink-2">{t`Last position: ${coordinates}, at ${at}`}</p>;
}

function toMapStops(ride: OpenRide): MapStop[] {
  const { points } = ride;
  return points.map(({ lat, lng, label, eta }, n) => ({
    lat,
    lng,
    label: townName(label),
    time: formatTimeOnRide(eta, ride),
    kind: n === 0 ? "start" : n === points.length - 1 ? "end" : "stop",
  }));
}
