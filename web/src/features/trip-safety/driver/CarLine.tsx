import type { Ride } from "@commonlane/contract/rides";

/** The car by which a passenger finds the driver, with a large plate. */
export function CarLine({ vehicle }: Pick<Ride, "vehicle">) {
  const car = vehicle && [vehicle.colour, vehicle.make, vehicle.model].filter(Boolean).join(" ");
  if (!car && !vehicle?.plate) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {vehicle?.plate && (
        <span
          translate="no"
          className="num rounded-sm border-2 border-ink px-2 text-xl font-bold tracking-wide"
        >
          <bdi>{vehicle.plate}</bdi>
        </span>
      )}
      <span className="min-w-0 wrap-anywhere">{car}</span>
    </p>
  );
}
