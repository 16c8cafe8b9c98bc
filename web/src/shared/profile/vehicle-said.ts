import type { Vehicle } from "@commonlane/contract/profiles";

/** A vehicle as it is being typed. */
export type VehicleSaid = Omit<Vehicle, "id">;

export const NEW_VEHICLE: VehicleSaid = { make: "", model: "", colour: "", plate: "", seats: 4, comfort: [] };

/** Whether anything was said of a new vehicle yet. */
export const isBegun = (said: VehicleSaid): boolean => JSON.stringify(said) !== JSON.stringify(NEW_VEHICLE);
