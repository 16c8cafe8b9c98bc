import type { Passage } from "@commonlane/contract/passages";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { errorText } from "#shared/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { TextField } from "#shared/ui/TextField.tsx";
import { usePickUp } from "./passages.queries.ts";

const PIN = /^\d{4}$/;

/** The PIN that the passenger tells at the pickup, or the field that the host types it into; nobody has to. */
export function Pickup({ passage, mine, name }: { passage: Passage; mine: boolean; name: string }) {
  const { t } = useLingui();
  if (passage.pickedUpAt) {
    return (
      <p className="justify-self-start">
        <Pill tone="ok" icon="check-circle">{t`Pickup confirmed by PIN`}</Pill>
      </p>
    );
  }
  if (mine) return passage.pinTriesLeft > 0 ? <TypePin passage={passage} name={name} /> : null;
  if (passage.pin === null) return null;
  return (
    <div className="grid gap-1">
      <p className="flex items-baseline gap-3">
        <span className="font-semibold">{t`Your pickup PIN`}</span>
        <span className="num text-2xl tracking-[.15em]">{passage.pin}</span>
      </p>
      <p className="text-sm text-ink-3">
        {t`If the host asks, tell it when you get in: so both of you know that the right person is aboard.`}
      </p>
    </div>
  );
}

function TypePin({ passage: { id, pinTriesLeft }, name }: { passage: Passage; name: string }) {
  const { t } = useLingui();
  const [pin, setPin] = useState("");
  const [tried, setTried] = useState(false);
  const pickUp = usePickUp(id);
  const refused = pickUp.error && errorText(pickUp.error, t`This did not reach the server. Try again.`);
  return (
    <form
      aria-label={t`Pickup of ${name}`}
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (PIN.test(pin) && !pickUp.isPending) pickUp.mutate(pin, { onSettled: () => setTried(false) });
      }}
    >
      <TextField
        label={t`Pickup PIN of ${name}`}
        optional={t`optional`}
        hint={t`${name} tells it to you. ${plural(pinTriesLeft, { one: "# try is left.", other: "# tries are left." })}`}
        error={tried && !PIN.test(pin) ? t`A PIN has four digits.` : (refused ?? undefined)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={pin}
        onChange={(event) => {
          setPin(event.target.value.replaceAll(/\D/g, ""));
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
