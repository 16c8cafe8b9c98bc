import type { Ride } from "@commonlane/contract/rides";
import { decodePolyline } from "@commonlane/contract/polyline";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { type PassedStation, ROUTE_POINTS_MAX } from "@commonlane/contract/transit";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { formatTime } from "#shared/formatting/format.ts";
import { distanceM } from "#shared/geo/great-circle.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { findRouteTrains, type RouteTime } from "./transit.queries.ts";
import { TimetableSources } from "./TimetableSources.tsx";

type Train = PassedStation["arrivals"][number];

interface PassengerTrainsProps {
  readonly pickup: Place;
  readonly dropoff: Place;
  readonly pickupAt: string;
  readonly dropoffAt: string;
  readonly timeZone: string;
}

/**
 * Trains and buses that a passenger can change from or to where the ride starts and ends. Nothing if none fits. The way
 * home, which is on the same page, names the timetables.
 */
export function PassengerTrains(props: PassengerTrainsProps) {
  const { t } = useLingui();
  const { pickup, dropoff, pickupAt, dropoffAt, timeZone } = props;
  const ends = [
    {
      lat: pickup.lat,
      lng: pickup.lng,
      at: pickupAt,
    },
    {
      lat: dropoff.lat,
      lng: dropoff.lng,
      at: dropoffAt,
    },
  ];
  return (
    <FittingTrains
      points={ends}
      describe={({ name, where, at, arrivals, departures }) => [
        ...(where === "start" ? arrivals : []).map((train) => reachesPickup(train, at, name)),
        ...(where === "end" ? departures : []).map((train) => reachedAfter(train, at, name)),
      ]}
    />
  );

  function reachesPickup({ line, place, at }: Train, rideAt: string, station: string): string {
    const time = formatTime(at, timeZone);
    const minutes = minutesText(at, rideAt);
    return t`${station}: the ${line} from ${place} arrives at ${time}, ${minutes} before the pickup.`;
  }

  function reachedAfter({ line, place, at }: Train, rideAt: string, station: string): string {
    const time = formatTime(at, timeZone);
    const minutes = minutesText(rideAt, at);
    return t`${station}: the ride arrives ${minutes} before the ${line} to ${place} at ${time}.`;
  }

  function minutesText(from: string, to: string): string {
    const minutes = Math.floor((Date.parse(to) - Date.parse(from)) / 60_000);
    return t`${plural(minutes, {
      one: "# minute",
      other: "# minutes",
    })}`;
  }
}

/** Stations on the way of a ride at which its host can meet passengers of a train, without a detour. */
export function HostTrains({ ride }: { readonly ride: Ride }) {
  const { t } = useLingui();
  return (
    <FittingTrains
      points={routeTimes(ride)}
      namesSources
      describe={({ name, where, arrivals, departures }) => [
        ...(where === "end" ? [] : arrivals.slice(-1)).map((train) => fitsPickup(train, name)),
        ...(where === "start" ? [] : departures.slice(0, 1)).map((train) =>
          fitsDropoff(train, name),
        ),
      ]}
    />
  );

  function fitsPickup({ line, place, at }: Train, station: string): string {
    const time = formatTime(at, ride.timeZone);
    return t`Picking up at ${station} fits the ${line} from ${place}, which arrives at ${time}.`;
  }

  function fitsDropoff({ line, place, at }: Train, station: string): string {
    const time = formatTime(at, ride.timeZone);
    return t`Dropping off at ${station} fits the ${line} to ${place} at ${time}.`;
  }
}

interface FittingTrainsProps {
  readonly points: readonly RouteTime[];
  readonly describe: (station: PassedStation) => readonly string[];
  /** False if another part of the page does. */
  readonly namesSources?: boolean;
}

function FittingTrains({ points, describe, namesSources = false }: FittingTrainsProps) {
  const { t } = useLingui();
  const { data } = useQuery(findRouteTrains(points));
  const texts = data?.stations.flatMap((station) => describe(station)) ?? [];
  if (!data || texts.length === 0) return null;
  return (
    <section aria-labelledby="fitting-trains" className="grid gap-2">
      <h3 id="fitting-trains" className="font-semibold">{t`Trains and buses that fit`}</h3>
      <ul className="grid gap-1 text-sm text-ink-2">
        {texts.map((text) => (
          <li key={text} className="flex items-start gap-1.5">
            <Icon name="train" className="mt-0.5 size-4 text-ink-3" />
            <span className="wrap-anywhere">{text}</span>
          </li>
        ))}
      </ul>
      {namesSources && <TimetableSources sources={data.sources} />}
    </section>
  );
}

/** The line of a ride with the time at each point, as if it drove at the same speed all along. */
function routeTimes({ polyline, departsAt, arrivesAt }: Ride): RouteTime[] {
  const line = thinOut(decodePolyline(polyline));
  const startMs = Date.parse(departsAt);
  const durationMs = Date.parse(arrivesAt) - startMs;
  const alongM = [0];
  for (const [n, point] of line.slice(1).entries())
    alongM.push((alongM[n] ?? 0) + distanceM(line[n] ?? point, point));
  const lengthM = alongM.at(-1) ?? 0;
  return line.map(({ lat, lng }, n) => {
    const part = lengthM === 0 ? 0 : (alongM[n] ?? 0) / lengthM;
    return {
      lat,
      lng,
      at: new Date(startMs + part * durationMs).toISOString(),
    };
  });
}

/** Every n-th point and the last one. */
function thinOut(line: readonly LatLng[]): LatLng[] {
  const step = Math.ceil(line.length / (ROUTE_POINTS_MAX - 1));
  return line.filter((_, n) => n % step === 0 || n === line.length - 1);
}
