import type { Profile } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { whenDone } from "#shared/forms/when-done.ts";
import { useChangeVehicles, withNew } from "#shared/profile/change-vehicles.ts";
import { VehicleForm } from "#shared/profile/VehicleForm.tsx";
import { vehicleName } from "#shared/profile/vehicle-name.ts";
import { NEW_VEHICLE, type VehicleSaid } from "#shared/profile/vehicle-said.ts";
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
  const save = useChangeVehicles();
  const { newVehicle } = draft;
  const [pressed, setPressed] = useState(false);
  const root = useReturnFocus<HTMLDivElement>(newVehicle !== null, "select");
  const vehicles = profile?.vehicles ?? [];
  const options = [
    ...(changing?.vehicle ? [{ value: AS_IT_IS, label: vehicleName(changing.vehicle) }] : []),
    { value: "", label: t`Not said yet` },
    ...vehicles.map((vehicle) => ({ value: vehicle.id, label: vehicleName(vehicle) })),
  ];
  const open = () => {
    save.reset();
    setPressed(true);
    change({ newVehicle: NEW_VEHICLE });
  };
  const add = (said: VehicleSaid) =>
    // Also where the host has gone on to another step meanwhile.
    whenDone(save.mutateAsync(withNew(said)), ({ added }) =>
      change({ newVehicle: null, ...(added && { vehicleId: added.id }) }),
    );
  return (
    <div ref={root} className="grid gap-2">
      {newVehicle && (
        <VehicleForm
          said={newVehicle}
          onChange={(said) => change({ newVehicle: said })}
          takesFocus={pressed}
          busy={save.isPending}
          error={save.error?.message}
          unsaved={errorOf(errors, "newVehicle")}
          onSave={() => add(newVehicle)}
          onCancel={() => change({ newVehicle: null })}
        />
      )}
      {!newVehicle && (
        <SelectField
          label={t`Vehicle`}
          value={options.some(({ value }) => value === draft.vehicleId) ? draft.vehicleId : ""}
          options={options}
          error={errorOf(errors, "vehicleId")}
          onChange={(vehicleId) => change({ vehicleId })}
        />
      )}
      {!newVehicle && profile && (
        <Button variant="soft" size="sm" icon="plus" className="justify-self-start" onClick={open}>
          {t`Add a vehicle`}
        </Button>
      )}
    </div>
  );
}
