import type { Profile } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useChangeProfile } from "#shared/profile/own-profile.ts";
import { VehicleForm, type VehicleSaid } from "#shared/profile/VehicleForm.tsx";
import { vehicleName } from "#shared/profile/vehicle-name.ts";
import { Button } from "#shared/ui/Button.tsx";
import { SelectField } from "#shared/ui/SelectField.tsx";
import { useReturnFocus } from "#shared/ui/use-return-focus.ts";
import { AS_IT_IS } from "./ride-draft.ts";
import { errorOf } from "./steps.ts";
import type { StepFields } from "./wizard-props.ts";

interface VehicleFieldProps extends StepFields {
  readonly profile: Profile | undefined;
  readonly changing: Pick<Ride, "vehicle"> | undefined;
}

/** The vehicle that comes, chosen from the profile's or added to them here. */
export function VehicleField({ draft, change, errors, profile, changing }: VehicleFieldProps) {
  const { t } = useLingui();
  const save = useChangeProfile();
  const [adding, setAdding] = useState(false);
  const root = useReturnFocus<HTMLDivElement>(adding, "select");
  const vehicles = profile?.vehicles ?? [];
  const options = [
    ...(changing?.vehicle ? [{ value: AS_IT_IS, label: vehicleName(changing.vehicle) }] : []),
    { value: "", label: t`Not said yet` },
    ...vehicles.map((vehicle) => ({ value: vehicle.id, label: vehicleName(vehicle) })),
  ];
  const add = (vehicle: VehicleSaid) =>
    save.mutate(
      { vehicles: [...vehicles, vehicle] },
      {
        onSuccess: (saved) => {
          const added = saved.vehicles.find(({ id }) => !vehicles.some((before) => before.id === id));
          if (added) change({ vehicleId: added.id });
          setAdding(false);
        },
      },
    );
  if (adding) {
    return (
      <VehicleForm busy={save.isPending} error={save.error?.message} onSave={add} onCancel={() => setAdding(false)} />
    );
  }
  return (
    <div ref={root} className="grid gap-2">
      <SelectField
        label={t`Vehicle`}
        value={options.some(({ value }) => value === draft.vehicleId) ? draft.vehicleId : ""}
        options={options}
        error={errorOf(errors, "vehicleId")}
        onChange={(vehicleId) => change({ vehicleId })}
      />
      {profile && (
        <Button variant="soft" size="sm" icon="plus" className="justify-self-start" onClick={() => setAdding(true)}>
          {t`Add a vehicle`}
        </Button>
      )}
    </div>
  );
}
