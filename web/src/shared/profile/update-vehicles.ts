import { profiles, type Profile, type Vehicle } from "@commonlane/contract/profiles";
import { useMutation } from "@tanstack/react-query";
import { call } from "../api/api-client.ts";
import { useApplyProfile } from "./own-profile.ts";
import type { VehicleFormValues } from "./vehicle-form.ts";

type Vehicles = readonly (VehicleFormValues & { readonly id?: string })[];
type VehiclesUpdate = (current: readonly Vehicle[]) => Vehicles;
interface UpdatedVehicles {
  readonly profile: Profile;
  /** The one that was not there before, if any. */
  readonly added: Vehicle | undefined;
}

/** Another vehicle, behind the others. */
export const addVehicle =
  (values: VehicleFormValues): VehiclesUpdate =>
  (current) => [...current, values];

/** Other words for one of them; where it was removed meanwhile, it is there again. */
export const replaceVehicle =
  (id: string, values: VehicleFormValues): VehiclesUpdate =>
  (current) =>
    current.some((vehicle) => vehicle.id === id)
      ? current.map((vehicle) => (vehicle.id === id ? { ...values, id } : vehicle))
      : [...current, values];

export const removeVehicle =
  (id: string): VehiclesUpdate =>
  (current) =>
    current.filter((vehicle) => vehicle.id !== id);

/**
 * Changes one's vehicles. The server takes the whole list, so it is read first: what this tab knows of it may be older than
 * what another tab or device said of it.
 */
export async function updateVehicles(change: VehiclesUpdate): Promise<UpdatedVehicles> {
  const { vehicles: current } = await call(profiles.get, {});
  const profile = await call(profiles.update, { body: { vehicles: [...change(current)] } });
  return { profile, added: profile.vehicles.find(({ id }) => !current.some((previous) => previous.id === id)) };
}

export function useUpdateVehicles() {
  const applyProfile = useApplyProfile();
  return useMutation({ mutationFn: updateVehicles, onSuccess: ({ profile }) => applyProfile(profile) });
}
