import type { Profile } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { addVehicle, useUpdateVehicles } from "#shared/profile/update-vehicles.ts";
import { VehicleForm } from "#shared/profile/VehicleForm.tsx";
import {
  EMPTY_VEHICLE,
  type VehicleFormValues,
  vehicleName,
} from "#shared/profile/vehicle-form.ts";
import { Button } from "#shared/ui/Button.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { useReturnFocus } from "#shared/ui/focus/use-return-focus.ts";
import { UNCHANGED } from "../draft/ride-draft.ts";
import { errorFor, type StepProps } from "./wizard-steps.ts";

interface VehicleFieldProps extends StepProps {
  readonly profile: Profile | undefined;
  readonly changing: Pick<Ride, "vehicle"> | undefined;
}

/** Vehicle of the ride: from the profile, or added to it here. */
export function VehicleField({ draft, change, errors, profile, changing }: VehicleFieldProps) {
  const { t } = useLingui();
  const save = useUpdateVehicles();
  const { newVehicle } = draft;
  const [wasOpened, setOpened] = useState(false);
  const root = useReturnFocus<HTMLDivElement>(newVehicle !== null, "select");
  const vehicles = profile?.vehicles ?? [];
  const options = [
    ...(changing?.vehicle
      ? [
          {
            value: UNCHANGED,
            label: vehicleName(changing.vehicle),
          },
        ]
      : []),
    { value: "", label: t`Not specified` },
    ...vehicles.map((vehicle) => ({
      value: vehicle.id,
      label: vehicleName(vehicle),
    })),
  ];
  const startAdding = () => {
    save.reset();
    setOpened(true);
    change({ newVehicle: EMPTY_VEHICLE });
  };
  const saveVehicle = (vehicleForm: VehicleFormValues) =>
    // Also applies if the host has moved to another step.
    afterMutation(save.mutateAsync(addVehicle(vehicleForm)), ({ added }) =>
      change({
        newVehicle: null,
        ...(added && { vehicleId: added.id }),
      }),
    );
  return (
    <div ref={root} className="grid gap-2">
      {newVehicle && (
        <VehicleForm
          values={newVehicle}
          onChange={(vehicleForm) => change({ newVehicle: vehicleForm })}
          takesFocus={wasOpened}
          busy={save.isPending}
          error={save.error?.message}
          unsaved={errorFor(errors, "newVehicle")}
          onSave={() => saveVehicle(newVehicle)}
          onCancel={() => change({ newVehicle: null })}
        />
      )}
      {!newVehicle && (
        <SelectField
          label={t`Vehicle`}
          value={options.some(({ value }) => value === draft.vehicleId) ? draft.vehicleId : ""}
          options={options}
          error={errorFor(errors, "vehicleId")}
          onChange={(vehicleId) => change({ vehicleId })}
        />
      )}
      {!newVehicle && profile && (
        <Button
          variant="soft"
          size="sm"
          icon="plus"
          className="justify-self-start"
          onClick={startAdding}
        >
          {t`Add a vehicle`}
        </Button>
      )}
    </div>
  );
}
