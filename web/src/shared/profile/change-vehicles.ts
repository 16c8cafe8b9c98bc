import { profiles, type Profile, type Vehicle } from "@commonlane/contract/profiles";
import { useMutation } from "@tanstack/react-query";
import { call } from "../api.ts";
import { useTakeOver } from "./own-profile.ts";
import type { VehicleSaid } from "./vehicle-said.ts";

type Vehicles = readonly (VehicleSaid & { readonly id?: string })[];
type Change = (now: readonly Vehicle[]) => Vehicles;
interface Changed {
  readonly profile: Profile;
  /** The one that was not there before, if any. */
  readonly added: Vehicle | undefined;
}

/** Another vehicle, behind the others. */
export const withNew =
  (said: VehicleSaid): Change =>
  (now) => [...now, said];

/** Other words for one of them; where it was removed meanwhile, it is there again. */
export const withChanged =
  (id: string, said: VehicleSaid): Change =>
  (now) =>
    now.some((vehicle) => vehicle.id === id)
      ? now.map((vehicle) => (vehicle.id === id ? { ...said, id } : vehicle))
      : [...now, said];

export const without =
  (id: string): Change =>
  (now) =>
    now.filter((vehicle) => vehicle.id !== id);

/**
 * Changes one's vehicles. The server takes the whole list, so it is read first: what this tab knows of it may be older than
 * what another tab or device said of it.
 */
export async function changeVehicles(change: Change): Promise<Changed> {
  const { vehicles: now } = await call(profiles.own, {});
  const profile = await call(profiles.update, { body: { vehicles: [...change(now)] } });
  return { profile, added: profile.vehicles.find(({ id }) => !now.some((before) => before.id === id)) };
}

export function useChangeVehicles() {
  const takeOver = useTakeOver();
  return useMutation({ mutationFn: changeVehicles, onSuccess: ({ profile }) => takeOver(profile) });
}
