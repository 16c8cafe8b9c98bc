import type { Vehicle } from "@commonlane/contract/profiles";

/** A vehicle as typed. */
export type VehicleFormValues = Omit<Vehicle, "id">;

export const EMPTY_VEHICLE: VehicleFormValues = {
  make: "",
  model: "",
  colour: "",
  plate: "",
  seats: 4,
  comfort: [],
};

/** True if any field of a new vehicle is filled in. */
export const isVehicleFormStarted = (values: VehicleFormValues): boolean =>
  JSON.stringify(values) !== JSON.stringify(EMPTY_VEHICLE);

/** One-line name of a vehicle: "Škoda Octavia, green". */
export const vehicleName = ({
  make,
  model,
  colour,
}: {
  make: string;
  model: string;
  colour: string;
}): string => [`${make} ${model}`.trim(), colour].filter(Boolean).join(", ");
