import type { Profile } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { bindText } from "#shared/forms/bind-text.ts";
import { Link } from "#shared/ui/Link.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { SeatStepper } from "#shared/ui/fields/SeatStepper.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { toDateAndTime } from "#shared/formatting/time-zones.ts";
import { windowText } from "../request-text.ts";
import { errorFor } from "../post/request-validation.ts";
import type { OfferFieldProps } from "./use-offer-form.ts";
import { vehicleName } from "#shared/profile/vehicle-form.ts";

/** Departure, seats and vehicle of a new ride for this request. */
export function NewRideFields({
  request,
  draft,
  change,
  errors,
  vehicles,
}: OfferFieldProps & { readonly vehicles: Profile["vehicles"] }) {
  const { t } = useLingui();
  const { timeZone, departsAfter, departsBefore, seats } = request;
  const seatsError = errorFor(errors, "seats");
  return (
    <>
      <div className="grid gap-3 min-[23rem]:grid-cols-[1.3fr_1fr]">
        <TextField
          label={t`Date`}
          type="date"
          required
          min={toDateAndTime(timeZone, departsAfter).date}
          max={toDateAndTime(timeZone, departsBefore).date}
          {...bindText(draft.date, (date) => change({ date }))}
          error={errorFor(errors, "departsAt")}
          hint={t`They need ${windowText(request)}.`}
        />
        <TextField
          label={t`Departure`}
          type="time"
          required
          {...bindText(draft.time, (time) => change({ time }))}
        />
      </div>
      <div className="grid gap-2">
        <SeatStepper
          label={t`Seats you offer`}
          hint={seats > 1 ? t`For ${seats}; more can join later.` : t`More people can join later.`}
          value={draft.seats}
          min={seats}
          onChange={(next) => change({ seats: next })}
        />
        <ErrorNotice error={seatsError} />
      </div>
      <SelectField
        label={t`Vehicle`}
        value={vehicles.some(({ id }) => id === draft.vehicleId) ? draft.vehicleId : ""}
        options={[
          { value: "", label: t`Not specified` },
          ...vehicles.map((vehicle) => ({
            value: vehicle.id,
            label: vehicleName(vehicle),
          })),
        ]}
        error={errorFor(errors, "vehicleId")}
        hint={vehicles.length === 0 && <AddVehicle />}
        onChange={(vehicleId) => change({ vehicleId })}
      />
    </>
  );
}

function AddVehicle() {
  const { t } = useLingui();
  return (
    <Link to="/settings/vehicles" className="underline underline-offset-4">
      {t`Add a vehicle to your profile so passengers can recognise you.`}
    </Link>
  );
}
