import type { FollowedRide } from "@commonlane/contract/on-the-way";
import { useLingui } from "@lingui/react/macro";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import { decodePolyline } from "#shared/map/polyline.ts";
import type { MapStop } from "#shared/map/map-types.ts";
import { JourneyTimeline } from "#shared/ui/JourneyTimeline.tsx";
import { ownTimeZone } from "#shared/wording/own-time-zone.ts";
import { timeText, townOf, zoneText } from "#shared/wording/wording.ts";

type OpenRide = Extract<FollowedRide, { state: "open" }>;

/** Who travels, with whom and in what, where along, and when they should be there. */
export function FollowedWay({ ride }: { ride: OpenRide }) {
  const { t } = useLingui();
  const { sharer, host, sharerHosts, points, timeZone, position } = ride;
  const last = points.at(-1);
  const [arrives, to] = [last ? timeText(last.eta, timeZone) : "", townOf(last?.label ?? "")];
  const zone = last && zoneText(last.eta, timeZone);
  const ends = timeText(ride.endsAt, ownTimeZone());
  return (
    <>
      <div className="grid gap-1">
        <p className="text-lg font-semibold">
          {sharerHosts ? t`${sharer} drives to ${to}` : t`${sharer} rides with ${host} to ${to}`}
        </p>
        <p className="text-ink-2">
          {t`Should arrive at ${arrives}`}
          {zone && ` (${zone})`}
        </p>
      </div>
      <Car ride={ride} />
      <div className="relative h-[44dvh] min-h-64 overflow-hidden rounded-lg border border-line">
        <LazyMapView
          label={t`Map of the ride`}
          route={decodePolyline(ride.polyline)}
          stops={stopsOf(ride)}
          movers={position ? [{ id: "sharer", label: sharer, lat: position.lat, lng: position.lng }] : []}
        />
      </div>
      <LastPosition position={position} sharer={sharer} />
      <section aria-labelledby="the-way" className="grid gap-3">
        <h2 id="the-way" className="text-xl font-bold">{t`The way`}</h2>
        <JourneyTimeline
          label={t`Stops`}
          stops={points.map(({ label, eta }, n) => ({
            key: String(n),
            time: timeText(eta, timeZone),
            place: label,
          }))}
        />
      </section>
      <p className="text-sm text-ink-3">
        {t`This page renews itself. The link ends when ${sharer} has arrived, at ${ends} at the latest. If you are worried, call them first.`}
      </p>
    </>
  );
}

function Car({ ride: { vehicle } }: { ride: OpenRide }) {
  const { t } = useLingui();
  if (!vehicle) return <p className="text-ink-2">{t`The host has not said which vehicle.`}</p>;
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
  if (!position) return <p className="text-ink-2">{t`${sharer} does not share a position.`}</p>;
  const at = timeText(position.at, ownTimeZone());
  const where = `${position.lat.toFixed(4)}, ${position.lng.toFixed(4)}`;
  return <p className="text-ink-2">{t`Last position: ${where}, at ${at}`}</p>;
}

function stopsOf({ points, timeZone }: OpenRide): MapStop[] {
  return points.map(({ lat, lng, label, eta }, n) => ({
    lat,
    lng,
    label: townOf(label),
    time: timeText(eta, timeZone),
    kind: n === 0 ? "start" : n === points.length - 1 ? "end" : "stop",
  }));
}
