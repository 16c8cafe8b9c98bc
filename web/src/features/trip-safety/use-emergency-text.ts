import type { Ride } from "@commonlane/contract/rides";
import type { LatLng } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { formatTime } from "#shared/formatting/format.ts";

/** Location and car, in the order in which emergency services ask for them. */
export function useEmergencyText(
  { host, origin, destination, vehicle, departsAt, timeZone }: Ride,
  here?: LatLng,
): string {
  const { t } = useLingui();
  const place = here && `${here.lat.toFixed(5)}, ${here.lng.toFixed(5)}`;
  const [from, to, left] = [origin.label, destination.label, formatTime(departsAt, timeZone)];
  const car = vehicle && [vehicle.colour, vehicle.make, vehicle.model].filter(Boolean).join(" ");
  const plate = vehicle?.plate;
  return [
    t`I need help.`,
    place && t`I'm at ${place}.`,
    t`I'm travelling from ${from} to ${to}, departed at ${left}.`,
    car && t`Car: ${car}.`,
    plate && t`Number plate: ${plate}.`,
    t`Driver: ${host.displayName}.`,
  ]
    .filter(Boolean)
    .join(" ");
}
