import { useLingui } from "@lingui/react/macro";
import { stopKind } from "#shared/map/stop-kind.ts";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import { decodePolyline } from "@commonlane/contract/polyline";
import type { MapStop } from "#shared/map/map-types.ts";
import { JourneyTimeline } from "#shared/ui/JourneyTimeline.tsx";
import { useNow } from "#shared/use-now.ts";
import { userTimeZone } from "#shared/formatting/user-time-zone.ts";
import { formatTime, formatTimeZone, townName } from "#shared/formatting/format.ts";
import { TripHeadline } from "./TripHeadline.tsx";
import { MINUTE_MS } from "@commonlane/contract/durations";
import type { FollowedRide } from "@commonlane/contract/trip-safety";

export type OpenRide = Extract<FollowedRide, { state: "open" }>;

/** A few minutes late is nothing to mention. */
const OVERDUE_AFTER_MS = 10 * MINUTE_MS;
/** Followers' pages and the sharer's device update within a minute; only a longer silence is worth a word. */
const SILENT_AFTER_MS = 5 * MINUTE_MS;

/** The state of a followed trip, by the clock. */
export function tripPhase(
  { startsAt, arrivesAt }: Pick<OpenRide, "startsAt" | "arrivesAt">,
  nowMs: number,
): "not-started" | "on-the-way" | "overdue" {
  if (nowMs < Date.parse(startsAt)) return "not-started";
  return nowMs < Date.parse(arrivesAt) + OVERDUE_AFTER_MS ? "on-the-way" : "overdue";
}

/** Minutes since the last position; 0 if it is recent, undefined if there is none. */
export function minutesSilent(
  { position }: Pick<OpenRide, "position">,
  nowMs: number,
): number | undefined {
  if (!position) return undefined;
  const silentMs = nowMs - Date.parse(position.at);
  return silentMs < SILENT_AFTER_MS ? 0 : Math.floor(silentMs / MINUTE_MS);
}

/** A followed trip: when it arrives, who is driving which car, and where it is. */
export function FollowedTrip({ ride }: { ride: OpenRide }) {
  const { t } = useLingui();
  const { sharer, points, position } = ride;
  const linkEnds = formatTime(ride.endsAt, userTimeZone());
  return (
    <>
      <ArrivalHeadline ride={ride} />
      <CarDetails ride={ride} />
      <PositionText ride={ride} />
      <div className="relative h-[44dvh] min-h-64 overflow-hidden rounded-lg border border-line">
        <LazyMapView
          label={t`Map of the ride`}
          route={decodePolyline(ride.polyline)}
          isEstimated={!ride.routed}
          stops={toMapStops(ride)}
          movers={
            position
              ? [
                  {
                    id: "sharer",
                    label: sharer,
                    lat: position.lat,
                    lng: position.lng,
                  },
                ]
              : []
          }
        />
      </div>
      <section aria-labelledby="the-way" className="grid gap-3">
        <h2 id="the-way" className="text-xl font-bold">{t`Route`}</h2>
        <JourneyTimeline
          label={t`Stops`}
          stops={points.map(({ label }, n) => ({
            key: String(n),
            time: formatTime(expectedAt(ride, n), ride.timeZone),
            place: label,
          }))}
        />
      </section>
      <p className="text-ink-2">
        {t`This page updates itself. The link ends when ${sharer} arrives, at the latest at ${linkEnds}. If you're worried, call them first.`}
      </p>
    </>
  );
}

function ArrivalHeadline({ ride }: { ride: OpenRide }) {
  const { t } = useLingui();
  const phase = tripPhase(ride, useNow());
  const { sharer, host, sharerHosts, timeZone } = ride;
  const to = townName(ride.points.at(-1)?.label ?? "");
  const starts = formatTime(ride.startsAt, timeZone);
  const arrives = formatTime(ride.arrivesAt, timeZone);
  const zone = formatTimeZone(ride.arrivesAt, timeZone);
  const who = sharerHosts
    ? t`${sharer} is driving to ${to}`
    : t`${sharer} is riding to ${to} with ${host}`;
  const zoneText = zone ? ` (${zone})` : "";
  if (phase === "not-started")
    return (
      <TripHeadline icon="clock" title={t`Starts about ${starts}` + zoneText}>
        <p>{who}</p>
        <p>{t`Arrives about ${arrives}`}</p>
      </TripHeadline>
    );
  if (phase === "on-the-way")
    return (
      <TripHeadline icon="car" title={t`Arrives about ${arrives}` + zoneText}>
        <p>{who}</p>
      </TripHeadline>
    );
  return (
    <TripHeadline icon="clock" title={t`Was due about ${arrives}` + zoneText}>
      <p>{who}</p>
      <p>{t`${sharer} hasn't confirmed the arrival yet. Trips often take a little longer, and people forget to confirm.`}</p>
    </TripHeadline>
  );
}

function CarDetails({ ride: { vehicle, host } }: { ride: OpenRide }) {
  const { t } = useLingui();
  const car = vehicle && [vehicle.colour, vehicle.make, vehicle.model].filter(Boolean).join(" ");
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3 card p-4 text-lg">
      <div>
        <dt className="text-sm text-ink-2">{t`Driver`}</dt>
        <dd className="font-semibold wrap-anywhere">{host}</dd>
      </div>
      <div>
        <dt className="text-sm text-ink-2">{t`Vehicle`}</dt>
        <dd className="font-semibold wrap-anywhere">{car || t`No vehicle details yet.`}</dd>
      </div>
      {vehicle?.plate && (
        <div>
          <dt className="text-sm text-ink-2">{t`Number plate`}</dt>
          <dd className="num font-bold tracking-wide">{vehicle.plate}</dd>
        </div>
      )}
    </dl>
  );
}

const POSITION_CLOCK_MS = 5_000;
/** In the steps of the clock. */
const secondsSince = (at: string, nowMs: number): number =>
  Math.max(5, Math.round((nowMs - Date.parse(at)) / POSITION_CLOCK_MS) * 5);

function PositionText({ ride }: { ride: OpenRide }) {
  const { t } = useLingui();
  const nowMs = useNow(POSITION_CLOCK_MS);
  const minutes = minutesSilent(ride, nowMs);
  const { sharer, position } = ride;
  const at = position ? formatTime(position.at, userTimeZone()) : "";
  const text = () => {
    if (!position || minutes === undefined)
      return t`${sharer} isn't sharing their position. You still see here when they arrive.`;
    const seconds = secondsSince(position.at, nowMs);
    if (seconds < 60) return t`Position from ${seconds} seconds ago`;
    if (minutes === 0) return t`Position at ${at}`;
    return t`No position for ${minutes} minutes, the last one is from ${at}. That's often just a weak signal or a locked screen.`;
  };
  return <p className="text-lg">{text()}</p>;
}

/** Time of a stop. The last one is the arrival, which follows the position. */
const expectedAt = ({ points, arrivesAt }: OpenRide, index: number): string =>
  index === points.length - 1 ? arrivesAt : (points[index]?.eta ?? arrivesAt);

function toMapStops(ride: OpenRide): MapStop[] {
  const { points } = ride;
  return points.map(({ lat, lng, label }, n) => ({
    lat,
    lng,
    label: townName(label),
    time: formatTime(expectedAt(ride, n), ride.timeZone),
    kind: stopKind(n, points.length),
  }));
}
