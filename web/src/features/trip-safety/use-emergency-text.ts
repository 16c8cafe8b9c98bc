import type { Ride } from "@commonlane/contract/rides";
import type { LatLng } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { formatTime } from "#shared/formatting/format.ts";

type TravelledRide = Pick<Ride, "origin" | "destination" | "vehicle" | "departsAt" | "timeZone"> & {
  readonly host: Pick<Ride["host"], "displayName">;
};

/** Location and car, in the order in which emergency services ask for them. */
export function useEmergencyText(
  { host, origin, destination, vehicle, departsAt, timeZone }: TravelledRide,
  position?: LatLng,
): string {
  const { t } = useLingui();
  const place = position && `${position.lat.toFixed(5)}, ${position.lng.toFixed(5)}`;
  const from = origin.label;
  const to = destination.label;
  const departureTime = formatTime(departsAt, timeZone);
  const car = vehicle && [vehicle.colour, vehicle.make, vehicle.model].filter(Boolean).join(" ");
  const plate = vehicle?.plate;
  // "Amara O." brings its own full stop.
  const driver = host.displayName.replace(/\.$/, "");
  return [
    t`I need help.`,
    place && t`I'm at ${place}.`,
    t`I'm travelling from ${from} to ${to}, departed at ${departureTime}.`,
    car && t`Car: ${car}.`,
    plate && t`Number plate: ${plate}.`,
    t`Driver: ${driver}.`,
  ]
    .filter(Boolean)
    .join(" ");
}
