import { VEHICLES_MAX } from "@commonlane/contract/limits";
import type { Vehicle } from "@commonlane/contract/profiles";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import {
  addVehicle,
  removeVehicle,
  replaceVehicle,
  useUpdateVehicles,
} from "#shared/profile/update-vehicles.ts";
import { VehicleForm } from "#shared/profile/VehicleForm.tsx";
import {
  EMPTY_VEHICLE,
  type VehicleFormValues,
  vehicleName,
} from "#shared/profile/vehicle-form.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ConsequenceDialog } from "#shared/ui/ConsequenceDialog.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { useReturnFocus } from "#shared/ui/focus/use-return-focus.ts";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { comfortLabels } from "#shared/profile/preference-labels.ts";

/** A vehicle being edited; a new one has no id. */
interface VehicleEdit {
  readonly id: string | undefined;
  readonly form: VehicleFormValues;
}

/** The user's vehicles. Each is saved separately. */
export function Vehicles({ vehicles }: { vehicles: readonly Vehicle[] }) {
  const { t } = useLingui();
  const [editing, setEditing] = useState<VehicleEdit>();
  const [removing, setRemoving] = useState<Vehicle>();
  const root = useReturnFocus<HTMLElement>(editing !== undefined, "[data-add]");
  const save = useSaveVehicles(() => setEditing(undefined));
  const remove = useSaveVehicles(() => setRemoving(undefined));
  const edit = (next: VehicleEdit) => {
    save.reset();
    setEditing(next);
  };
  const onSave = ({ id, form }: VehicleEdit) => {
    if (id === undefined) save.run(addVehicle(form), t`Vehicle added.`);
    else save.run(replaceVehicle(id, form), t`Vehicle saved.`);
  };
  const onRemove = (vehicle: Vehicle) => {
    remove.reset();
    setRemoving(vehicle);
  };
  return (
    <section ref={root} aria-labelledby="vehicles" className="grid gap-3">
      <h2 id="vehicles" className="sr-only">{t`Vehicles`}</h2>
      <VehicleList
        vehicles={vehicles}
        onEdit={({ id, ...form }) =>
          edit({
            id,
            form,
          })
        }
        onRemove={onRemove}
      />
      {editing && (
        <VehicleForm
          key={editing.id ?? "new"}
          values={editing.form}
          onChange={(form) =>
            setEditing({
              ...editing,
              form,
            })
          }
          takesFocus
          busy={save.busy}
          error={save.error}
          onSave={() => onSave(editing)}
          onCancel={() => setEditing(undefined)}
        />
      )}
      {!editing && vehicles.length < VEHICLES_MAX && (
        <Button
          data-add=""
          variant="soft"
          icon="plus"
          className="justify-self-start"
          onClick={() =>
            edit({
              id: undefined,
              form: EMPTY_VEHICLE,
            })
          }
        >
          {t`Add a vehicle`}
        </Button>
      )}
      {removing && (
        <RemoveDialog
          vehicle={removing}
          busy={remove.busy}
          error={remove.error}
          onClose={() => setRemoving(undefined)}
          onRemove={({ id }) => remove.run(removeVehicle(id), t`Vehicle removed.`)}
        />
      )}
    </section>
  );
}

/** One kind of change and its success message. */
function useSaveVehicles(onSaved: () => void) {
  const { mutateAsync, reset, isPending, error } = useUpdateVehicles();
  const toast = useToast();
  const run = (change: Parameters<typeof mutateAsync>[0], successMessage: string) =>
    afterMutation(mutateAsync(change, { onSuccess: onSaved }), () =>
      toast({
        message: successMessage,
        type: "success",
      }),
    );
  return {
    run,
    reset,
    busy: isPending,
    error: error?.message,
  };
}

interface VehicleListProps {
  readonly vehicles: readonly Vehicle[];
  readonly onEdit: (vehicle: Vehicle) => void;
  readonly onRemove: (vehicle: Vehicle) => void;
}

function VehicleList({ vehicles, onEdit, onRemove }: VehicleListProps) {
  const { t } = useLingui();
  if (vehicles.length === 0)
    return (
      <p className="text-ink-2">{t`No vehicles yet. Add one so that passengers know which car to look for.`}</p>
    );
  return (
    <ul className="grid divide-y divide-line card">
      {vehicles.map((vehicle) => (
        <VehicleRow
          key={vehicle.id}
          vehicle={vehicle}
          onEdit={() => onEdit(vehicle)}
          onRemove={() => onRemove(vehicle)}
        />
      ))}
    </ul>
  );
}

interface RemoveDialogProps {
  readonly vehicle: Vehicle;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onClose: () => void;
  readonly onRemove: (vehicle: Vehicle) => void;
}

function RemoveDialog({ vehicle, busy, error, onClose, onRemove }: RemoveDialogProps) {
  const { t } = useLingui();
  return (
    <ConsequenceDialog
      title={t`Remove this vehicle?`}
      text={t`${vehicleName(vehicle)}. Rides that already use it keep it.`}
      confirmLabel={t`Remove`}
      cancelLabel={t`Keep it`}
      call={{ isPending: busy, error }}
      onConfirm={() => onRemove(vehicle)}
      onClose={onClose}
    />
  );
}

interface VehicleRowProps {
  readonly vehicle: Vehicle;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function VehicleRow({ vehicle, onEdit, onRemove }: VehicleRowProps) {
  const { t, i18n } = useLingui();
  const name = vehicleName(vehicle);
  const { plate, seats, comfort } = vehicle;
  return (
    <li className="flex items-center gap-3 p-2 ps-4">
      <Icon name="car" className="size-6 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{name}</p>
        <p className="text-sm text-ink-3">
          {plate && (
            <>
              <bdi>{plate}</bdi>
              {" · "}
            </>
          )}
          {t`${plural(seats, {
            one: "# seat",
            other: "# seats",
          })}`}
          {comfort.map((comfortItem) => ` · ${i18n._(comfortLabels[comfortItem])}`)}
        </p>
      </div>
      <IconButton icon="edit" label={t`Edit ${name}`} onClick={onEdit} />
      <IconButton icon="trash" label={t`Remove ${name}`} onClick={onRemove} />
    </li>
  );
}
