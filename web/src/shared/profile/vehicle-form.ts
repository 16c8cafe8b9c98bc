import type { Vehicle } from "@commonlane/contract/profiles";

/** A vehicle as it is being typed. */
export type VehicleFormValues = Omit<Vehicle, "id">;

export const EMPTY_VEHICLE: VehicleFormValues = { make: "", model: "", colour: "", plate: "", seats: 4, comfort: [] };

/** Whether anything was said of a new vehicle yet. */
export const isVehicleFormStarted = (values: VehicleFormValues): boolean =>
  JSON.stringify(values) !== JSON.stringify(EMPTY_VEHICLE);
