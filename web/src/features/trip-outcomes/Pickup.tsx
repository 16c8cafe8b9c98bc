import type { TripOutcome } from "@commonlane/contract/trip-outcomes";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { NumberField } from "#shared/ui/fields/NumberField.tsx";
import { useConfirmPickup } from "./trip-outcomes.queries.ts";

const PIN = /^\d{4}$/;

/** The passenger's pickup PIN, or the field in which the host enters it. Using the PIN is optional. */
export function Pickup({
  tripOutcome,
  isHost,
  name,
}: {
  tripOutcome: TripOutcome;
  isHost: boolean;
  name: string;
}) {
  const { t } = useLingui();
  if (tripOutcome.pickedUpAt) {
    return (
      <p className="justify-self-start">
        <Pill tone="ok" icon="check-circle">{t`Pickup confirmed by PIN`}</Pill>
      </p>
    );
  }
  if (isHost)
    return tripOutcome.pinTriesLeft > 0 ? <PinForm tripOutcome={tripOutcome} name={name} /> : null;
  if (tripOutcome.pin === null) return null;
  return (
    <div className="grid gap-1">
      <p className="flex items-baseline gap-3">
        <span className="font-semibold">{t`Your pickup PIN`}</span>
        <span translate="no" className="num text-2xl tracking-[.15em]">
          {tripOutcome.pin}
        </span>
      </p>
      <p className="text-sm text-ink-3">
        {t`Give it to the host at pickup if they ask. It confirms that the right person is in the car.`}
      </p>
    </div>
  );
}

function PinForm({
  tripOutcome: { id, pinTriesLeft },
  name,
}: {
  tripOutcome: TripOutcome;
  name: string;
}) {
  const { t } = useLingui();
  const [pin, setPin] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const pickUp = useConfirmPickup(id);
  const rejectedText = pickUp.error && errorText(pickUp.error);
  return (
    <form
      aria-label={t`Pickup of ${name}`}
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        setSubmitted(true);
        if (PIN.test(pin) && !pickUp.isPending)
          pickUp.mutate(pin, { onSettled: () => setSubmitted(false) });
      }}
    >
      <NumberField
        label={t`Pickup PIN of ${name}`}
        optional={t`optional`}
        hint={t`Ask ${name} for it. ${plural(pinTriesLeft, {
          one: "# try left.",
          other: "# tries left.",
        })}`}
        error={
          submitted && !PIN.test(pin) ? t`A PIN has four digits.` : (rejectedText ?? undefined)
        }
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={pin}
        onChange={(text) => {
          setPin(text);
          pickUp.reset();
        }}
        className="min-w-48 flex-1"
      />
      <Button type="submit" variant="line" busy={pickUp.isPending} className="mt-7.5">
        {t`Confirm`}
      </Button>
    </form>
  );
}
