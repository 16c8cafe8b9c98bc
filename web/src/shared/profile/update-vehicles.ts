import { profiles, type Profile, type Vehicle } from "@commonlane/contract/profiles";
import { useMutation } from "@tanstack/react-query";
import { call } from "../api/api-client.ts";
import { useApplyProfile } from "./own-profile.ts";
import type { VehicleFormValues } from "./vehicle-form.ts";

type Vehicles = readonly (VehicleFormValues & { readonly id?: string })[];
type VehiclesUpdate = (current: readonly Vehicle[]) => Vehicles;
interface UpdatedVehicles {
  readonly profile: Profile;
  /** The new vehicle, if any. */
  readonly added: Vehicle | undefined;
}

/** Appends a vehicle. */
export const addVehicle =
  (values: VehicleFormValues): VehiclesUpdate =>
  (current) => [...current, values];

/** Replaces a vehicle; adds it again if it was removed in the meantime. */
export const replaceVehicle =
  (id: string, values: VehicleFormValues): VehiclesUpdate =>
  (current) =>
    current.some((vehicle) => vehicle.id === id)
      ? current.map((vehicle) =>
          vehicle.id === id
            ? {
                ...values,
                id,
              }
            : vehicle,
        )
      : [...current, values];

export const removeVehicle =
  (id: string): VehiclesUpdate =>
  (current) =>
    current.filter((vehicle) => vehicle.id !== id);

/**
 * Changes the user's vehicles. The server takes the whole list, so the current one is fetched first: another tab or
 * device may have changed it.
 */
export async function updateVehicles(change: VehiclesUpdate): Promise<UpdatedVehicles> {
  const current = (await call(profiles.get, {})).vehicles;
  const profile = await call(profiles.update, { body: { vehicles: [...change(current)] } });
  return {
    profile,
    added: profile.vehicles.find(({ id }) => !current.some((previous) => previous.id === id)),
  };
}

export function useUpdateVehicles() {
  const applyProfile = useApplyProfile();
  return useMutation({
    mutationFn: updateVehicles,
    onSuccess: ({ profile }) => applyProfile(profile),
  });
}
